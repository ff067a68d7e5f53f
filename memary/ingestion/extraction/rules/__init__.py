"""Read facts without a model: plain forms of a sentence, corrections, reasons, introductions."""
