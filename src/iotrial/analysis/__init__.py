"""From a stored run to what it says: judged, never stored."""
