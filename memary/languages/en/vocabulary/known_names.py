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

_TOWNS = words(
    """
    aarhus aberdeen accra albuquerque amman amsterdam ankara antwerp athens atlanta auckland austin baghdad
    baltimore bangalore bangkok barcelona barnsley basel beijing beirut belfast belgrade bengaluru bergen berlin
    bern bilbao birmingham blackpool bogota boise bologna bonn bordeaux boston bournemouth brasilia bratislava
    bremen brighton brisbane bristol brno brooklyn bruges brussels bucharest budapest busan cairo calgary
    cambridge canberra canterbury caracas cardiff casablanca chelmsford cheltenham chengdu chennai chicago
    chongqing christchurch cincinnati cleveland coimbra colchester cologne colombo copenhagen cordoba coventry
    dallas damascus delhi denver detroit dhaka doha doncaster dortmund dresden dubai dublin duesseldorf dundee
    dunedin durban dusseldorf edinburgh edmonton eindhoven essen exeter frankfurt freiburg fresno fukuoka galway
    gdansk geneva genoa ghent glasgow gloucester gothenburg granada graz grenoble groningen guadalajara
    guangzhou haifa halifax hamburg hangzhou hannover hanoi hanover havana heidelberg helsinki hiroshima hobart
    honolulu houston huddersfield hyderabad indianapolis innsbruck inverness ipswich islamabad istanbul izmir
    jacksonville jakarta jerusalem johannesburg karachi karlsruhe kathmandu kiel kiev kobe kolkata krakow kyiv
    kyoto lagos lahore lausanne leeds leicester leipzig leuven lille linz lisbon liverpool ljubljana london
    louisville lucerne luton luxembourg lviv lyon madrid mainz malaga malmo manchester manila mannheim marseille
    medellin melbourne memphis miami middlesbrough milan milwaukee minneapolis monterrey montevideo montpellier
    montreal moscow mumbai munich nagoya nairobi nanjing nantes naples nashville newcastle northampton norwich
    nottingham nuremberg odense odessa omaha orlando osaka oslo ottawa oxford palermo paris perth peterborough
    philadelphia pittsburgh plymouth porto portsmouth poznan prague pretoria pune qingdao quebec quito raleigh
    rennes reykjavik riga riyadh rome rotherham rotterdam sacramento salzburg santiago sapporo sarajevo seattle
    seoul seville shanghai sheffield shenzhen singapore skopje sofia southampton stavanger stockholm stockport
    strasbourg stuttgart sunderland suzhou swansea swindon sydney taipei tallinn tampa tampere tashkent tbilisi
    tehran thessaloniki tianjin tirana tokyo toronto toulouse trieste tromso trondheim tucson tulsa tunis turin
    turku uppsala utrecht valencia vancouver venice verona vienna vilnius warsaw wellington winnipeg
    wolverhampton worcester wroclaw wuhan xiamen yokohama zagreb zaragoza zurich
    """
)
_TOWNS_TOO = words(
    """
    adelaide alexandria bath bolton bradford buffalo carlisle charlotte chester columbus como cork derby derry
    durham florence hull lancaster lima limerick lincoln madison mesa mobile munster nancy newport nice
    phoenix pisa portland preston reading richmond siena split stirling stoke tours victoria wakefield york
    """
)
_LONG_TOWNS = frozenset((
    "abu dhabi", "addis ababa", "buenos aires", "cape town", "el paso", "fort worth", "ho chi minh city", "hong kong",
    "kansas city", "kuala lumpur", "las vegas", "los angeles", "mexico city", "milton keynes", "new delhi",
    "new orleans", "new york", "new york city", "oklahoma city", "rio de janeiro", "saint petersburg",
    "salt lake city", "san antonio", "san diego", "san francisco", "san jose", "sao paulo", "st louis",
    "st petersburg", "tel aviv", "the hague",
))  # fmt: skip
TOWNS = _TOWNS | _TOWNS_TOO | _LONG_TOWNS
"""Towns that most have heard of; some of their names are other words as well, or those of states and countries."""

STATES = frozenset((
    "alabama", "alaska", "arizona", "arkansas", "california", "colorado", "connecticut", "delaware", "florida",
    "georgia", "hawaii", "idaho", "illinois", "indiana", "iowa", "kansas", "kentucky", "louisiana", "maine",
    "maryland", "massachusetts", "michigan", "minnesota", "mississippi", "missouri", "montana", "nebraska", "nevada",
    "new hampshire", "new jersey", "new mexico", "new york", "north carolina", "north dakota", "ohio", "oklahoma",
    "ontario", "oregon", "pennsylvania", "rhode island", "south carolina", "south dakota", "tennessee", "texas",
    "utah", "vermont", "virginia", "washington", "west virginia", "wisconsin", "wyoming",
))  # fmt: skip
"""States and provinces of North America."""

COUNTRIES = frozenset((
    "afghanistan", "albania", "algeria", "angola", "argentina", "armenia", "australia", "austria", "azerbaijan",
    "bangladesh", "belarus", "belgium", "bolivia", "bosnia", "botswana", "brazil", "bulgaria", "cambodia", "cameroon",
    "canada", "chile", "china", "colombia", "costa rica", "croatia", "cuba", "cyprus", "czech republic", "denmark",
    "ecuador", "egypt", "el salvador", "england", "estonia", "ethiopia", "finland", "france", "germany", "ghana",
    "greece", "guatemala", "haiti", "honduras", "hungary", "iceland", "india", "indonesia", "iran", "iraq", "ireland",
    "israel", "italy", "jamaica", "japan", "kazakhstan", "kenya", "kuwait", "laos", "latvia", "lebanon", "libya",
    "lithuania", "madagascar", "malaysia", "malta", "mexico", "moldova", "mongolia", "montenegro", "morocco",
    "mozambique", "myanmar", "namibia", "nepal", "netherlands", "new zealand", "nicaragua", "nigeria", "north korea",
    "norway", "pakistan", "panama", "paraguay", "peru", "philippines", "poland", "portugal", "qatar", "romania",
    "russia", "rwanda", "saudi arabia", "scotland", "senegal", "serbia", "slovakia", "slovenia", "somalia",
    "south africa", "south korea", "spain", "sri lanka", "sudan", "sweden", "switzerland", "syria", "tanzania",
    "thailand", "tunisia", "turkey", "uganda", "ukraine", "uruguay", "uzbekistan", "venezuela", "vietnam", "wales",
    "yemen", "zambia", "zimbabwe",
))  # fmt: skip
"""Countries of which none lies in another."""

_OTHER_PLACES = frozenset((
    "africa", "america", "asia", "bali", "bavaria", "catalonia", "cornwall", "devon", "europe", "greenland", "jordan",
    "kosovo", "manhattan", "northern ireland", "nyc", "puerto rico", "sardinia", "sicily", "taiwan", "tuscany", "uae",
    "uk", "united kingdom", "united states", "usa",
))  # fmt: skip
"""What is no town: continents, islands, parts and unions of countries, and what is told as part of another, too."""

_REGIONS_TOO = words(
    """
    cali chad china georgia kent maine mali oman turkey
    """
)

PLACES_TOO = _TOWNS_TOO | _REGIONS_TOO
"""Places whose names are other words as well: those where somebody lives."""

PLACES = frozenset(name for name in _TOWNS | STATES | COUNTRIES | _OTHER_PLACES if " " not in name) - PLACES_TOO
"""Places of one word, which is not another one."""

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

_LONG_FIRMS = frozenset((
    "air france", "alfa romeo", "american airlines", "bank of america", "british airways", "burger king",
    "credit suisse", "deutsche bahn", "deutsche bank", "electronic arts", "general electric", "general motors",
    "goldman sachs", "home depot", "johns hopkins", "jp morgan", "land rover", "morgan stanley", "range rover",
    "texas instruments", "trader joes", "trinity college",
))  # fmt: skip
LONG_NAMES = frozenset(
    tuple(name.split()) for name in _LONG_TOWNS | STATES | COUNTRIES | _OTHER_PLACES | _LONG_FIRMS if " " in name
)
"""Names of several words, some of which are others as well."""
