"""English words of everyday talk, beside those that topics and other words for things list.

Most are those of C. K. Ogden's Basic English (1930), which were chosen to say all that daily life needs.
"""

from memary.languages.pack.base import words

THINGS = """
    account act addition advertisement age agreement air amount amusement animal answer apparatus approval argument
    art attack attempt attention attraction authority baby bag balance ball band base basin basket bath bed bee
    behavior behaviour belief bell berry bird birth bit bite blade blood blow board boat body bone book boot bottle
    box boy brain brake branch bread breath brick bridge brother brush bucket building bulb business butter button
    cake camera canvas card care carriage cart cat cause chain chance change cheese chess chin church circle clock
    cloth cloud club coal coat collar color colour comfort committee company comparison competition condition
    connection control cook copper copy cord cork cotton cough country cover cow crack credit crime cup curtain
    curve cushion damage danger daughter day debt decision degree design desire detail development digestion
    direction discovery discussion disease distance division dog door doubt drain drawer dress drink driving drop
    dust ear earth edge education effect egg end engine error event example exchange expansion experience expert eye
    face fact fall family farm father fear feather feeling finger fire fish flag flame flight floor flower fly fold
    food foot force fork form fowl frame friend friction front fruit garden girl glass glove goat gold government
    grain grass grip group growth guide gun hair hammer hand harbor hat hate head hearing heart heat help history
    hole hook hope horn horse hospital hour house humor humour idea industry ink insect instrument insurance
    interest invention iron island jelly jewel join journey judge jump kettle key kick kind kiss knee knife knot
    knowledge land language laugh law lead leaf learning leather leg letter level library lift light limit line
    linen lip liquid list lock look loss love machine man manager map mark market mass match meal measure meat
    meeting memory metal middle milk mind mine minute mist money monkey month moon morning mother motion mountain
    mouth move muscle music nail name nation neck need needle nerve net news night noise nose note number nut offer
    office oil opinion orange order organization ornament oven owner page pain paint paper parcel part paste payment
    peace pen pencil person picture pig pin pipe place plane plant plate play pleasure plough pocket point polish
    porter position pot potato powder power price print prison process profit property protest pull pump punishment
    purpose push quality question rail rain range rat rate ray reading reason receipt record regret relation
    religion request respect rest reward rhythm rice ring river road rod roll roof room root rub rule run sail salt
    sand scale school scissors screw sea seat secretary seed selection self sense servant sex shade shake shame
    sheep shelf ship shirt shock shoe side sign silk silver sister size skin skirt sky sleep slip slope smash smell
    smile smoke snake sneeze snow soap society sock son song sort sound soup space spade sponge spoon spring square
    stage stamp star start statement station steam steel stem step stitch stocking stomach stone stop store story
    street stretch structure substance sugar suggestion summer sun support surprise swim system table tail talk
    taste tax teaching tendency test theory thing thought thread throat thumb thunder ticket time tin toe tongue
    tooth top touch town trade train transport tray tree trick trouble trousers turn twist umbrella unit use value
    verse vessel view voice walk wall war wash waste watch water wave wax way weather week weight wheel whip whistle
    wind window wine wing winter wire woman wood wool word work worm wound writing year
"""

QUALITIES_AND_DEEDS = """
    able acid angry awake bad beautiful bent best better big bitter black blue boiling bright broken brown certain
    cheap clean clear cold common complete complex conscious cruel cut dark dead dear deep delicate dependent
    different dirty dry early elastic electric equal false fat female fertile first fixed flat foolish free frequent
    full future general good gray great green grey hanging happy hard healthy high hollow ill important kind large
    last late left like living long loose loud low male married material medical military mixed narrow natural
    necessary new normal old open opposite parallel past physical political poor possible present private probable
    public quick quiet ready red regular responsible right rough round sad safe same second secret separate serious
    sharp short shut simple slow small smooth soft solid special sticky stiff straight strange strong sudden sweet
    tall thick thin tight tired true violent waiting warm wet white wide wise wrong yellow young again ago along
    always around away back both call come day do ever every far favorite favourite few find forget get give go keep
    know leave let little live lose lot make many may mean month more most much must near never next none now often
    once one other out people please put quite remember say see seem send show sit some sometimes soon stay still
    suit take tell tend think together try twice two under usual wait want well whole will work worse worst worth
    year yesterday today tomorrow
"""

OF_A_PERSON = """
    nickname surname name initials title age sex gender sign zodiac star height weight health problem issue trouble
    ailment complaint habit routine ritual skill talent strength weakness character personality temper mood hero
    idol admire respect trust follow writer artist singer actor actress author player athlete poet painter celebrity
    genre type brand model kind size number code address place spot corner city town area region district country
    village nation hobby pastime interest passion favourite favorite preference choice wish dream fear worry secret
    memory tradition feast celebrate celebration ceremony gift card party guest visitor host couple pair partner ex
    in-law stepson stepdaughter godmother godfather nephew niece bride groom widow orphan ancestor household pet
    owner tenant roommate member leader chief assistant colleague customer client patient pupil student freshman
    graduate retiree soldier nurse teacher engineer driver waiter baker butcher plumber electrician gardener
    hairdresser barber tailor optician chemist pharmacist pharmacy shop supermarket bakery cafe bar pub cinema
    theatre theater museum park pool gym studio salon garage station airport platform gate church office desk floor
    kitchen bathroom bedroom cellar attic balcony stairs fridge freezer oven stove dishwasher sofa lamp carpet
    blanket pillow towel mirror wallet purse backpack suitcase luggage phone charger screen keyboard printer tablet
    headphones app account login online website message chat video podcast channel playlist subscription delivery
    parcel invoice bill fee fare fine budget cash coin loan savings pension bonus salary contract shift overtime
    break holiday schedule calendar appointment deadline meeting call exam grade course diploma certificate degree
    lesson homework essay language accent dialect spell breakfast lunch dinner supper snack recipe dish dessert
    vegetable meat spicy vegan cook bake grill order recommend avoid skip cancel postpone book reserve rent hire
    borrow lend owe repair replace lose find hide drive ride commute walk hike run swim dance sing paint draw knit
    sew collect play practise practice exercise stretch sleep nap wake shower shave brush wear dress iron wash clean
    tidy pay earn spend save invest donate volunteer vote pray marry divorce raise adopt bear born grow die bury
    move settle visit return arrive depart stay belong handle manage organise organize plan prepare prefer enjoy
    adore love dislike hate forgive forget recall remind
"""

EVERYDAY = words(THINGS + QUALITIES_AND_DEEDS + OF_A_PERSON)
