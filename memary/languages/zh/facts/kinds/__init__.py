"""Kinds of facts in Chinese that have phrases of their own, such as health and preferences."""
