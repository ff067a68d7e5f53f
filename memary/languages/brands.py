"""Names of products and companies that everybody knows, whatever the language, in lower case."""

from __future__ import annotations

from memary.languages.pack.base import words

BRANDS_WITH_S = words(
    """
    arby's christie's denny's domino's joe's kellogg's levi's lowe's macy's mcdonald's reese's sotheby's wendy's
    """
)
"""Names whose ending only looks like a possessive."""

KNOWN_PRODUCTS = words(
    """
    trello asana postman duolingo bluesky mastodon obsidian logseq evernote todoist dropbox onedrive icloud
    ferrari porsche fiat renault peugeot volvo ford nissan mazda hyundai kia toshiba panasonic philips dell lenovo
    xiaomi huawei tencent alibaba deutsche telekom verizon lufthansa ryanair easyjet expedia booking tripadvisor
    ebay etsy zalando shopify wise revolut klarna monzo mastercard amex pepsi nestle danone unilever gucci prada
    zara uniqlo decathlon mcdonalds kfc subway nvidia tinder bumble hinge snapchat pinterest twitch steam nintendo
    playstation xbox hulu disney hbo audible kindle goodreads letterboxd wikipedia quora medium substack wordpress
    squarespace cloudflare heroku vercel datadog grafana sentry tableau airtable miro canva grammarly teams skype
    webex outlook thunderbird gmail hotmail yahoo bing duckduckgo perplexity deepseek ollama huggingface pandas
    numpy pytorch tensorflow ableton logic audacity obs lightroom lego barbie monopoly strava garmin fitbit google
    apple microsoft amazon facebook meta netflix spotify twitter instagram whatsapp telegram signal slack zoom
    discord notion github gitlab bitbucket jira confluence youtube tiktok reddit linkedin uber airbnb ikea lidl
    aldi tesla toyota honda bmw audi volkswagen siemens bosch sony samsung nokia intel openai anthropic mistral
    ibm oracle adobe nike adidas starbucks costco walmart target walgreens comcast vodafone paypal stripe visa
    siri alexa cortana chatgpt claude gemini copilot llama bard world santa diary python rust java kotlin swift go
    golang ruby scala haskell perl julia erlang elixir clojure fortran cobol javascript typescript react angular
    vue svelte node django flask rails docker kubernetes linux ubuntu debian fedora arch windows android chrome
    firefox safari git postgres postgresql mysql redis sqlite mongo mongodb kafka jenkins ansible terraform emacs
    vim excel word powerpoint photoshop figma blender minecraft fortnite tetris pokemon zelda
    """
)
"""Names of tools, languages, games and companies, in lower case: they are neither people nor places."""

KNOWN_FIRMS = words(
    """
    apple google microsoft amazon meta ibm siemens bosch sap oracle intel nvidia tesla bmw volkswagen toyota
    honda samsung sony nokia ericsson deloitte kpmg pwc accenture mckinsey monzo revolut n26 hsbc barclays ikea
    airbus boeing shell bp pfizer bayer novartis roche nestlé unilever stripe spotify netflix uber airbnb adobe
    salesforce cisco dell hp openai anthropic deepmind
    """
)
"""Companies that one works for more often than one names them otherwise, in lower case."""
