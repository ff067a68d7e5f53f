"""List English words for kinds of things with those that tell such things: activities are "played".

Groups are written as those of `memary.languages.en.vocabulary.asked.equivalents` are. Relations that a model reads
have names of verbs ("went_hiking_with"), so that most words here are verbs, in each of their forms that has another
stem.
"""

from __future__ import annotations

from memary.languages.en.vocabulary.asked.idioms import OF_VERBS

DOINGS = """
    activity activities hobby hobbies pastime pastimes for_fun free_time spare_time weekend weekends > plays played
    goes went going gone joined signed class lesson workshop practice practise attended hike run ran swim swam camp
    climb cycle bike ride rode paint draw drew dance sing sang cook bake garden read yoga gym sport game hobby craft
    pottery photography fish ski skate surf board chess volunteer exercise trip museum park concert beach collect
    knit sew walk train outdoors music watch · event events celebration celebrations gathering gatherings ceremony
    ceremonies > event attend went goes joined took part participated parade conference festival concert show meeting
    workshop wedding party race competition fair talk spoke speech exhibition ceremony gig match tournament fundraiser
    reunion retreat meetup campaign performed organised organized hosted celebrated graduation class seminar ·
    sport sports exercise exercises workout workouts > plays played run ran swim swam hike climb cycle bike ride rode
    ski skate surf row box yoga gym train team match race football soccer tennis badminton basketball volleyball golf
    rugby cricket judo karate dance sport exercise · relax unwind destress de-stress recharge calm_down
    clear_my_mind cope > relax calm therapy therapeutic unwind stress de-stress headspace mind peace recharge refresh
    escape comfort cope meditate run walk paint read · volunteering charity charities volunteer > volunteer donate
    charity shelter raise fundraiser helped mentor food community
"""

PLACES = """
    place places city cities country countries town towns spot spots location locations destination destinations
    abroad > went visited goes travelled traveled been lived lives moved stayed toured took trip place city country
    flew drove camped · trip trips vacation vacations holiday holidays travel travels journey journeys getaway
    getaways > trip went visited travelled traveled vacation holiday flew drove camped road hike tour toured weekend
    cruise · restaurant restaurants cafe cafes bar bars > ate eats restaurant cafe bar dined tried food lunch dinner
"""

WORKS = """
    book books novel novels author authors reading > read reads book novel author story series memoir · film films
    movie movies show shows series > watched saw watches film movie series show documentary · artist artists band
    bands musician musicians singer singers concert concerts > saw concert live show band singer listens music gig
    festival fan · song songs music album > song music listens band singer album plays genre classical jazz rock pop ·
    art artwork artworks painting paintings drawing drawings creation creations craft crafts > paint drew draw made
    makes created sculpted sculpture art craft pottery bowl drawing photo designed built knit sewed abstract ·
    pottery ceramics > pottery made bowl cup plate vase pot mug clay · game games videogame > plays played game · dish
    dishes meal meals recipe recipes food foods dessert desserts snack snacks > cook bake made makes ate eat eats
    recipe dish food likes loves tried cake pie soup bread · project projects > works working building built
    developing launched project designing writing made created started · photo photos picture pictures > photo
    picture shared showed took · instrument instruments > plays play learning piano guitar violin cello flute drum
    saxophone trumpet clarinet harp bass
"""

THINGS = """
    item items thing things object objects purchase purchases product products possession possessions souvenir
    souvenirs > bought buys purchased got ordered owns received collects new · gift gifts present presents > gave
    given gift got received present brought · pet pets animal animals > pet dog cat rabbit hamster parrot horse bird
    fish puppy kitten adopted · clothes clothing outfit outfits > wears wore bought shirt dress shoes jacket coat hat
    · symbol symbols > symbol symbolizes stands represents means reminds meaningful special flag necklace tattoo ·
    tool tools app apps software device devices equipment gear > uses used bought installed tool app device software
    runs · plant plants crop crops vegetable vegetables flower flowers > grows growing planted plant flower crop
    harvested tomato
"""

LIFE = """
    goal goals plan plans dream dreams ambition ambitions aspiration aspirations wish wishes > wants plans hopes goal
    dream aims intends would looks considers wishes · challenge challenges problem problems difficulty difficulties
    struggle struggles setback setbacks obstacle obstacles trouble troubles issue issues hardship hardships >
    struggled struggles difficult hard challenge problem lost lose hurt injured injury setback worried worries afraid
    failed delay sick ill accident tough broke broken upset conflict rejected · achievement achievements
    accomplishment accomplishments success successes award awards prize prizes milestone milestones > won finished
    completed passed graduated published got received award prize first reached promoted proud opened launched
    achieved earned · change changes > changed became began started stopped lost moved left new switched grew ·
    support supports supported supporter supporters > supported supports helped helps encouraged encourages
    motivates comforted there · skill skills course courses training subject subjects class classes > learns
    learning learned learnt studies studied takes took course class trained practices can certified workshop ·
    symptom symptoms ailment ailments illness illnesses injury injuries condition conditions > suffers pain hurt
    injured diagnosed sick ill ache allergic broke fractured condition · emotion emotions feeling feelings > feels
    felt happy sad angry proud nervous excited afraid grateful loves worried · trait traits quality qualities
    characteristic characteristics personality > is kind brave honest shy thoughtful caring creative · like likes
    enjoy enjoys excites excite > likes loves enjoys excited thrilled stoked fan fascinated obsessed passionate fond
    adores favorite favourite · tradition traditions custom customs routine routines habit habits > every always each
    weekly daily tradition usually regularly year habit · career careers > works wants job career studied trained
    counselor counselling profession · cause causes organization organizations organisation organisations group
    groups club clubs community communities > joined member volunteers group club organization community supports
    campaigns · promote promoted promotes promotion advertise advertised marketing market > promote advertise ad
    advertising campaign posted social media video offer discount fair networking flyer poster website blog online
    collaborated artist influencer sold launched
"""

MEMBERS = "·".join((DOINGS, PLACES, WORKS, THINGS, LIFE, OF_VERBS))
