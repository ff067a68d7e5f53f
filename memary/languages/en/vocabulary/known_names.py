"""Names of places, firms, peoples and times in English, as they are typed in lower case."""

from memary.languages.pack.base import words

FIRMS = words(
    """
    harvard stanford yale princeton caltech berkeley cornell sorbonne tsinghua heidelberg
    accenture adidas airbnb airbus aldi alibaba allianz amazon amd anthropic asml audi aws axa barclays basf
    bayer bbc bloomberg bmw boeing bosch byd carrefour cern chevrolet cisco comcast costco daimler decathlon
    deepmind deloitte dhl disney easyjet ebay ericsson etsy facebook fiat github gitlab google gucci heineken
    honda hsbc huawei hulu hyundai ibm ikea infosys instagram kfc klarna kpmg lenovo lexus lidl linkedin
    lufthansa mazda mcdonalds mckinsey mercedes microsoft monzo nasa nasdaq nestle netflix nhs nike nintendo
    nissan nokia novartis nvidia nxp openai panasonic paypal pepsi peugeot pfizer philips pixar playstation
    porsche prada pwc renault reuters revolut roche ryanair sainsburys salesforce samsung santander shopify
    siemens skoda sony spotify starbucks subaru tata telefonica tencent tesco tesla thyssenkrupp tiktok toshiba
    toyota tsmc ubs unilever uniqlo verizon vodafone volkswagen volvo walgreens walmart whatsapp wipro xiaomi
    youtube zalando
    """
)
"""Firms of one word, by which people mean nothing else."""

FIRMS_TOO = words(
    """
    adobe apple block booking boots canva chase continental dell delta discord dodge dropbox figma ford gap hp
    ing intel jaguar jeep kia lyft meta mini next notion opel oracle orange puma reddit saab sap seat shell
    signal slack smart snapchat square steam stripe subway target telegram three twitch twitter uber united ups
    virgin visa wise zoom
    """
)
"""Firms whose names are other words as well: those of who works there."""

PLACES = words(
    """
    usa uk nyc uae     bergen essen oxford cambridge orlando brighton plymouth cornwall devon
    afghanistan africa alabama alaska albania algeria america amsterdam angola antwerp argentina arizona
    arkansas armenia asia athens atlanta auckland austin australia austria azerbaijan baghdad bali baltimore
    bangalore bangkok bangladesh barcelona basel bavaria beijing beirut belarus belfast belgium belgrade berlin
    bern bilbao birmingham bogota bolivia bologna bonn bordeaux bosnia boston botswana bratislava brazil bremen
    brisbane bristol brooklyn bruges brussels bucharest budapest bulgaria cairo calgary california cambodia
    cameroon canada canberra caracas casablanca catalonia chengdu chennai chicago chile cincinnati cleveland
    cologne colombia colorado connecticut copenhagen croatia cuba cyprus dallas damascus delaware delhi denmark
    denver detroit dhaka dortmund dresden dubai dublin duesseldorf dusseldorf ecuador edinburgh egypt eindhoven
    england estonia ethiopia europe finland florida france frankfurt fukuoka galway gdansk geneva genoa germany
    ghana ghent glasgow gothenburg graz greece greenland grenoble groningen guangzhou guatemala haifa haiti
    hamburg hannover hanoi hanover havana hawaii heidelberg helsinki hiroshima honduras honolulu houston hungary
    hyderabad iceland idaho illinois india indiana indonesia innsbruck iowa iran iraq ireland israel istanbul
    italy izmir jakarta jamaica japan jerusalem johannesburg jordan kansas karachi karlsruhe kathmandu
    kazakhstan kentucky kenya kiel kiev kobe kolkata kosovo krakow kuwait kyiv kyoto lagos lahore laos latvia
    lausanne lebanon leeds leicester leipzig libya lille linz lisbon lithuania liverpool ljubljana london
    louisiana luxembourg lyon madagascar madrid malaga malaysia malmo malta manchester manhattan manila
    marseille maryland massachusetts melbourne memphis mexico miami michigan milan milwaukee minneapolis
    minnesota mississippi missouri moldova mongolia montana montenegro montevideo montpellier montreal morocco
    moscow mozambique mumbai munich myanmar nagoya nairobi namibia nanjing nantes naples nashville nebraska
    nepal netherlands nevada newcastle nicaragua nigeria norway nottingham nuremberg odessa ohio oklahoma
    ontario oregon osaka oslo ottawa pakistan palermo panama paraguay paris pennsylvania perth peru philadelphia
    philippines pittsburgh poland porto portugal prague pune qatar quebec quito reykjavik riga romania rome
    rotterdam russia rwanda sacramento salzburg santiago sapporo sarajevo sardinia scotland seattle senegal
    seoul serbia seville shanghai sheffield shenzhen sicily singapore skopje slovakia slovenia sofia somalia
    southampton spain stockholm strasbourg stuttgart sudan sweden switzerland sydney syria taipei taiwan tallinn
    tampa tanzania tashkent tbilisi tehran tennessee texas thailand tirana tokyo toronto toulouse trieste tromso
    trondheim tucson tunis tunisia turin tuscany uganda ukraine uruguay utah utrecht uzbekistan valencia
    vancouver venezuela venice vermont verona vienna vietnam vilnius virginia wales warsaw washington wellington
    winnipeg wisconsin wroclaw wuhan wyoming yemen yokohama zagreb zambia zaragoza zimbabwe zurich
    """
)
"""Cities, countries and states of one word, which is not another one."""

PLACES_TOO = words(
    """
    bath buffalo cali chad charlotte china como cork derby durham 
    florence georgia hull jordan kent lima lincoln maine mali mobile nancy nice oman phoenix
    pisa portland reading siena split tours turkey victoria york
    """
)
"""Places whose names are other words as well: those where somebody lives."""

BEFORE_PLACE = words(
    """
    bad cape east el fort la lake las le los mount new north port saint san santa south st west
    """
)
"""Words with which names of places begin."""

BEHIND_NAME = words(
    """
    academy airlines airways bank beach city clinic college consulting energy falls foods group heights hills
    hospital hotel institute island islands labs motors pharma school springs studios systems technologies town
    university valley
    """
)
"""Words with which names of places and firms end."""

PEOPLES = words(
    """
    american arabic bengali brazilian bulgarian canadian cantonese catalan chinese croatian czech danish dutch
    english estonian finnish french german greek hebrew hindi hungarian icelandic indian indonesian irish
    italian japanese korean latvian lithuanian mandarin mexican norwegian persian portuguese romanian russian
    scottish serbian slovenian spanish swahili swedish ukrainian urdu vietnamese welsh
    """
)
"""Languages and peoples."""

LANGUAGES_TOO = words(
    """
    latin polish thai turkish
    """
)
"""Languages whose names are other words as well: those that somebody speaks."""

DAYS = words(
    """
    april august december february friday january july june monday november october saturday september sunday
    thursday tuesday wednesday
    """
)
"""Days and months that are no other words."""

MONTHS_TOO = words(
    """
    apr aug dec feb jan jul jun mar march may nov oct sep sept
    """
)
"""Months whose names are other words as well: those beside a day, or when something is."""

LONG_NAMES = frozenset(
    tuple(name.split())
    for name in (
        "new york city", "new york", "new delhi", "new zealand", "new orleans", "new jersey", "new mexico",
        "new hampshire", "los angeles", "las vegas", "san francisco", "san diego", "san jose", "san antonio",
        "hong kong", "cape town", "buenos aires", "tel aviv", "kuala lumpur", "rio de janeiro", "sao paulo",
        "mexico city", "ho chi minh city", "abu dhabi", "salt lake city", "st louis", "st petersburg", "south africa",
        "south korea", "north korea", "costa rica", "sri lanka", "saudi arabia", "united states", "united kingdom",
        "czech republic", "puerto rico", "el salvador", "north carolina", "south carolina", "north dakota",
        "south dakota", "rhode island", "west virginia", "kansas city", "the hague", "northern ireland",
        "bank of america", "general motors", "general electric", "home depot", "burger king",
        "british airways", "american airlines", "air france", "deutsche bank", "deutsche bahn",
        "goldman sachs", "morgan stanley", "jp morgan", "credit suisse", "electronic arts", "trader joes",
        "land rover", "range rover", "alfa romeo", "texas instruments", "johns hopkins", "trinity college",
    )
)  # fmt: skip
"""Names of several words, some of which are others as well."""
