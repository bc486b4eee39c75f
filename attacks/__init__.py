"""Campaigns against iotrial: what a hostile or clumsy user sends, made up at random, again and again.

    python -m attacks [--minutes N] [--list] [PART...]

A part makes inputs, tries each, and stops at the first that ends in something else than an answer or a line that says
what is wrong. Hypothesis makes it smaller, and it is kept in attacks/finds, where a test tries all finds again.
"""
