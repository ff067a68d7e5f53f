"""English words that stand where names do, and name nobody and nowhere."""

from memary.languages.pack.base import words

NO_NAMES = words(
    """
    mud us abroad academia admin agency ages allergies allergy alone altitude annoys anxiety anymore apartment
    apartments arms army arthritis asap asleep asthma atm aunty autism awful babies bald barks barracks basement
    bbq bc beard bedsit beer beers birthday biscuits bites blind bliss bloody bored boring boss bowl breaks
    brings bro broke bros btw bucks bunch bungalow burbs busy buys calls camp campus cancer capacity car caravan
    cares cars castle caused cave center centre chaos charity cheating cheeky chews chill chips chores class
    clever clients climbing clingy college coma comes commission comp condo construction cooks cos costume
    cottage countryside court coz crap crate crazy crib cries crisis curious custody cute cuz daddy darkness
    data date dawn daycare deaf dementia denial depressed depression depth despair diabetes died dies disguise
    distress divorced doctors dope dorm dorms downtown drama dread drives drool drugs drunk dude dumb dummy
    dunno dusk dvd dying east eats ecstasy embarrassed engaged etc eternity europe euros everywhere exams
    exhausted exile extrovert factory fam fame famous fantasy farms farts fell fiance fiancee file files finance
    firm flats flew foreign forgot fortune foster freebies freedom freelance funeral fur furious gah game gaming
    gas gets gigs gives glory goes gonna goodbye gotta gpu grad grades gradschool grandmas grandparents
    greatness grew gross growls grumpy guilt gunpoint haha hahaha halls harmony hates healthcare heartbroken
    heaven heck hehe hell helps hiding highschool hilarious hills hmm homeless homes hood hospitality hostel
    hostels hotel hotels housing hr huh hunger hungover hungry hurts hyper idc idiot idk ikr imo inc infant
    infants inlaws insane insomnia insta instagrams internet introvert isolation jail jealous jealousy jeez jerk
    jobs jumps justice keeps kicks kidding kinda knows lame laptop lasagna laughs lazy leaves legal legs lets
    libraries licks likes limbo listens lives lmao lodgings lol lonely lool lost loves lucky luv luxury mad
    makes manner mansion marketing max meh meme memes men mental meows met midday midnight miles minimum misery
    mobile module moms moody moved moves movies mute nah nan needs neighborhood neighbourhood nervous newborn
    ngl nights nonprofit noon north nowhere np nursery nuts obscurity obsessed omg outer outside overseas
    overwhelmed paid panic paradise parents passes peaceful peanuts pets philosophy photos pics pieces pizza pj
    placement plays pls plz podcasts politics pop poverty pregnant pressure privacy projects proud psycho puked
    pukes purrs puts quarantine quit random raves reads recovery rehab remote remotely rented residence
    residential retail retired retirement retreat rides rn rofl rude runs rural sake sales sang sanity saw says
    scared scary scratches seclusion security sends serenity seriously service shack shared sharehouse sheds
    shelter shifts shores shouldve shy sick sigh silence silly sin single sings sits skool sleeps slept slums
    smh smokes smth snores sober social sold solitude someones sooner sorrow sorta south speaks spent spoiled
    spouse squalor startup startups stays stepdad stepmom stinks stole stressed strict stubborn students stupid
    style suburb suburbia suburbs sucks suite sunlight sunrise sunset sunshine surgery surrounding sushi swamped
    swears swims sympathy takes talks tbh tea teaches tears tech teen teenager teens teeth tells temporary
    tension terrible terror texting texts thankful thinks thirsty tho thou threw throes thx tik times tips tmr
    tmrw toddler toddlers told tomo tonite took torment towns toxic toy toys traffic trailer trailers transit
    trauma tries tropics tumor twin twins ty uncertainty underground unemployed uni upset upstairs uptown ur
    useless utopia vaccine vaccines vain van vet vibes videos villa villages vlogs vogue vomits wage wakes walks
    wants warehouse watches wears web wedding weed weekends weeks weird west whilst whines widowed wifi
    wilderness won wonder wonderland woods worried wow wrecked wrote wtf ya yall yea yells yikes yo yoga yolo
    xoxo youth zen zoo
    """
)
"""Where, how or what somebody is, or does; slang; what stands behind "my dog" or "live in"."""
