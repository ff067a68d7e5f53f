"""How English writes what is typed in lower case and without apostrophes, and names of more capitals than one."""

from __future__ import annotations

APOSTROPHES = {
    "im": "I'm", "ive": "I've", "i'm": "I'm", "i've": "I've", "i'd": "I'd", "i'll": "I'll", "i": "I",
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "couldnt": "couldn't",
    "wouldnt": "wouldn't", "shouldnt": "shouldn't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't",
    "werent": "weren't", "hasnt": "hasn't", "havent": "haven't", "hadnt": "hadn't", "mustnt": "mustn't",
    "aint": "ain't", "thats": "that's", "whats": "what's", "whos": "who's",
    "whens": "when's", "hows": "how's", "wheres": "where's", "theres": "there's", "hes": "he's",
    "shes": "she's", "theyre": "they're", "theyve": "they've", "theyll": "they'll", "youre": "you're",
    "youve": "you've", "youll": "you'll", "weve": "we've", "itll": "it'll", "iam": "I am",
}  # fmt: skip
"""Words that are nothing else without their apostrophe, with "I" and its forms."""

SHORT = {
    "fav": "favorite", "fave": "favorite", "favorit": "favorite", "bday": "birthday", "b-day": "birthday",
    "gf": "girlfriend", "bf": "boyfriend", "hubby": "husband",
}  # fmt: skip
"""Short and casual words for those that are read."""

SPELT = {
    "ibm": "IBM", "ikea": "IKEA", "bmw": "BMW", "vw": "VW",
    "sap": "SAP", "hsbc": "HSBC", "kpmg": "KPMG", "pwc": "PwC",
    "nasa": "NASA", "cern": "CERN", "bbc": "BBC", "nhs": "NHS",
    "aws": "AWS", "dhl": "DHL", "ups": "UPS", "ing": "ING",
    "mit": "MIT", "eth": "ETH", "epfl": "EPFL", "ucla": "UCLA",
    "ucl": "UCL", "lse": "LSE", "nyu": "NYU", "usc": "USC",
    "rwth": "RWTH", "tu": "TU", "lmu": "LMU", "ubs": "UBS",
    "amd": "AMD", "asml": "ASML", "nxp": "NXP", "att": "AT&T",
    "kth": "KTH", "kfc": "KFC", "tsmc": "TSMC", "byd": "BYD", "gmc": "GMC", "nvidia": "NVIDIA",
    "openai": "OpenAI", "deepmind": "DeepMind", "linkedin": "LinkedIn", "youtube": "YouTube", "paypal": "PayPal",
    "tiktok": "TikTok", "github": "GitHub", "gitlab": "GitLab", "mckinsey": "McKinsey", "mcdonalds": "McDonalds",
    "iphone": "iPhone", "ipad": "iPad", "macbook": "MacBook", "airpods": "AirPods", "ebay": "eBay",
    "adhd": "ADHD", "ibs": "IBS", "ptsd": "PTSD", "ocd": "OCD", "pcos": "PCOS", "hiv": "HIV", "crohns": "Crohn's",
    "alzheimers": "Alzheimer's", "parkinsons": "Parkinson's", "nyc": "NYC",
    "usa": "USA", "us": "US", "uk": "UK", "uae": "UAE",
    "rav4": "RAV4",
}  # fmt: skip
"""Names with more capitals than the first letter, or with another one."""
