"""Tests of the page and the widget in a real browser."""
