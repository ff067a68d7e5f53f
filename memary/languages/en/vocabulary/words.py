"""The word lists of English: what is too common to search by, and what tells a name from another word."""

from __future__ import annotations

from memary.languages.brands import KNOWN_PRODUCTS
from memary.languages.pack.base import words

ENGLISH_STOP_WORDS = words(
    """
    a an the this that these those there here i me my mine myself you your yours yourself yourselves he him his
    himself she her hers herself it its itself we our ours ourselves they them their theirs themselves am is are was
    were be been being do does did doing done have has had having can could would should shall might must and or but
    if then else so than as at by for from in into of off on onto out over to up with about after before while
    during between through because until against what which who whom whose when where why how just very too also
    some any such only own same really quite m s t d ll ve re im ive id dont didnt doesnt isnt wasnt arent cant
    couldnt wont wouldnt oh ok okay yes yeah hey hi hello
    """
)
"""Words too common to find anything. Negations stay, and so do "may", "will" and "us", which are names too."""


def _bases(text: str) -> dict[str, str]:
    groups = (group.split() for group in text.split("·"))
    return {form: base for base, *forms in groups for form in forms}


IRREGULAR_FORMS = _bases(
    """
    arise arose arisen · awake awoke awoken · become became · begin began begun · bend bent · bite bitten ·
    bleed bled · blow blew blown · break broke broken · bring brought · build built · burn burnt · buy bought ·
    catch caught · choose chose chosen · come came · creep crept · deal dealt · dig dug · draw drawn · dream
    dreamt · drink drank drunk · drive drove driven · eat ate eaten · fall fell fallen · feed fed · feel felt ·
    fight fought · find found · flee fled · fly flew flown · forget forgot forgotten · forgive forgave forgiven
    · freeze froze frozen · get got gotten · give gave given · go went gone · grow grew grown · hang hung · hear
    heard · hide hid hidden · hold held · keep kept · know knew known · lay laid · lead led · lean leant · leap
    leapt · learn learnt · leave left · lend lent · light lit · lose lost · make made · mean meant · meet met ·
    pay paid · ride rode ridden · ring rang rung · rise risen · run ran · say said · see saw seen · seek sought
    · sell sold · send sent · shake shook shaken · shine shone · shoot shot · show shown · sing sang sung · sink
    sank sunk · sit sat · sleep slept · speak spoke spoken · spend spent · spin spun · stand stood · steal stole
    stolen · stick stuck · strike struck · swear swore sworn · sweep swept · swim swam swum · take took taken ·
    teach taught · tear tore torn · tell told · think thought · throw threw thrown · understand understood ·
    wake woke woken · wear wore worn · weave wove woven · weep wept · win won · write wrote written · child
    children · man men · woman women · person people · foot feet · tooth teeth · mouse mice · goose geese · wife
    wives · knife knives · half halves · shelf shelves
    """
)
"""English forms that no rule of a stemmer leads back to their base. Left out are those that are names as well (Rose,
Drew), or forms of two words (lives, leaves)."""

DAYS_AND_MONTHS = words(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
"""English words that are capitalised but name times, not entities."""

NEVER_ENGLISH_NAMES = words(
    """
    lmao rofl wtf brb afk idk ikr nvm smh
    i i'm i've i'd i'll ok okay lol omg diy asap fyi btw tv pm am id ps eta faq faqs ceo cto rip tba imo imho ty np
    crm kpi kpis okr okrs erp apis sdk ide urls csv gpu cpu usb vpn sms gps atm pin seo roi sla pto rsvp mvp nda
    mr mrs ms dr prof sir madam miss hi hello hey yes no oh wow haha god jesus mom mum dad mama papa grandma grandpa
    user assistant system human pdf url html json xml http https api ui sql todo ai
    """
)
"""Other English words that are capitalised and name nothing."""

SENTENCE_STARTERS = words(
    """
    ah aww bye woohoo yay hooray poor awesome amazing absolutely actually again ago all almost already alright
    although always another anyone anything anyway apparently are aren't around ask back bad basically because
    believe besides best better big both bought breakfast bring business but call came can't cannot catch check
    cheers coffee come coming congrats congratulations cool could couldn't create dear definitely did didn't dinner
    does doesn't don't down each early either else enjoy enough especially even eventually every everybody everyone
    everything exactly excited fair family feel few finally find fine first food for forget fortunately found four
    friends from fun funny gave get getting give given glad go going good gosh got great guess had happy has hasn't
    have haven't having hear heard help her here's hers hopefully hope how's however huge if imagine indeed instead
    interesting is isn't it'd it'll it's its joking just keep kids kind know last lastly late later least left less
    let let's life like listen little live long look looking looks lots love loved lovely lunch made make many maybe
    me meanwhile meet might more morning most mostly much music must my need neither never new news next nice night
    nobody none nope nor not note nothing now obviously of off often old once one only open or other others
    otherwise ouch our out over part people perfect perhaps photo pic plans please plus pretty probably put quick
    quite rather read ready really recently remember remind right sadly said same say see seems send several shall
    she's should show similar since so some somebody somehow someone something sometimes somewhere soon sorry sounds
    speaking start still stop story such suddenly super sure surely take talk tell thank thanks that's that'd their
    then there's these they'd they'll they're they've thing things think this those though thought three till time
    to today today's together tomorrow tonight too totally tried true truly try trying turns two under unfortunately
    unless until use used usually very wait walk want wanted was wasn't watch way we'd we'll we're we've weather
    welcome well went were weren't what's whatever when's whenever where's wherever whether while who's whoever
    whole why's will wish with without wonderful won't work working works would wouldn't write yeah year years yep
    yesterday yet you'd you'll you're you've your yup add buy change eat email explain fix follow install list move
    order pick play print reply run save search set summarize translate update visit water weekend winter spring
    summer autumn fall thankfully luckily honestly personally surprisingly ideally normally typically additionally
    similarly therefore thus hence moreover furthermore certainly consider using understanding
    """
)
"""English words that begin sentences far more often than they are names."""

KNOWN_NOT_AS_PEOPLE = KNOWN_PRODUCTS | words(
    """
    christmas easter
    halloween hanukkah ramadan diwali thanksgiving god covid brexit english french german spanish italian dutch
    danish swedish norwegian finnish polish czech russian ukrainian turkish greek arabic hebrew persian chinese
    japanese korean portuguese slovenian croatian serbian hungarian romanian irish scottish welsh british american
    canadian mexican brazilian indian african asian european catholic protestant muslim jewish buddhist hindu
    christian australia austria belgium brazil canada china cuba denmark egypt england europe finland france
    germany greece hungary iceland india ireland israel italy japan kenya korea mexico morocco netherlands norway
    peru poland portugal russia scotland serbia singapore slovenia spain sweden switzerland taiwan turkey ukraine
    wales africa asia america california texas amsterdam antwerp athens bangkok barcelona beijing berlin
    birmingham bogota boston brussels bucharest budapest cairo chicago cologne copenhagen dubai dublin edinburgh
    frankfurt geneva ghent glasgow graz hamburg helsinki istanbul jakarta jerusalem krakow kyoto leipzig lima
    lisbon ljubljana london madrid manchester maribor marseille melbourne miami milan montreal moscow mumbai
    munich nairobi naples osaka oslo paris prague riga rome rotterdam salzburg seattle seoul shanghai sofia
    stockholm stuttgart sydney taipei tallinn tokyo toronto trieste turin valencia vancouver venice vienna vilnius
    warsaw zagreb zurich
    """
)
"""Names of tools, companies, feasts, peoples and places that the words around them make nobody's, in lower case."""
