"""Published sentences, judged by stored runs."""
