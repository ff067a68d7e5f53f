"""List English words that ask for others: "my boss" is answered by "the manager is Ana".

Groups stand apart by "·". Of words alone each may stand for the others; those left of ">" ask for those right of it,
as a sport does for tennis, and not the other way round. Words joined by "_" are looked for in questions only.
"""

PEOPLE = """
    husband wife spouse partner married marry marriage wed wedding better_half · boyfriend girlfriend partner dating
    date relationship going_out significant_other · fiance fiancee engaged · mother mum mom mummy mama · father dad
    daddy papa · parent parents folks > mother mum mom father dad · child children kid kids offspring > son daughter
    baby toddler twins boy girl kid children child · baby infant newborn toddler · son boy · daughter girl · sibling
    siblings > brother sister · grandparent grandparents > grandmother grandfather grandma grandpa granny ·
    grandmother grandma granny nan · grandfather grandpa grandad · relative relatives family > mother father sister
    brother son daughter uncle aunt cousin wife husband · friend buddy pal mate · close closest best · boss manager
    supervisor superior report_to reports_to answer_to lead · colleague coworker teammate work_with · landlord
    landlady rent_from letting_agent · neighbour neighbor next_door · flatmate roommate housemate live_with
    share_a_flat · doctor gp physician > dr doctor gp physician clinic surgery · dentist tooth teeth dental ·
    teacher tutor instructor professor teaches taught · coach trainer · lawyer solicitor attorney · accountant
    bookkeeper taxes tax_return · babysitter nanny childminder · cleaner cleans housekeeper · vet veterinarian ·
    therapist psychologist counsellor counselor · client customer · nickname call_me > goes called nickname ·
    my_name > called name · surname last_name family_name maiden_name > called name surname
"""

HOME = """
    home house flat apartment live lives living resides lived · move moved relocate relocated · city town village
    place_of_residence > lives live moved based city town · address street live lives postcode · born birthplace
    hometown raised grew_up grow_up childhood come_from comes_from originally native nationality · childhood grew_up
    hometown raised > grew raised born childhood · country nationality citizen citizenship · rent rental lease
    tenancy · mortgage loan house_payment pay_off · garden yard allotment · furniture > sofa table chair bed desk
    shelf · room > bedroom kitchen bathroom study · wifi wi-fi internet router broadband · password passcode pin
    code login · key keys spare
"""

WORK = """
    job occupation profession career a_living trade role position title do_for_work > works job occupation
    profession runs · work works employed employer company job firm workplace earn office · work > work works runs ·
    employer company firm employed > works work · business company shop firm startup · own owns run runs running
    have > owns runs founded has · salary wage wages earn earns income pay paid · colleague team department · office
    desk workplace · resign resigned quit left · retire retired retirement · promotion promoted · hired started
    joined begin start · project working_on · meeting call appointment · deadline due hand_in submit expires · skill
    skills good_at > can knows skilled · degree graduated studied study studies major university college · school
    university college alma_mater study studies > school university college attends studied graduated academy ·
    attend attends goes go enrolled · graduate graduated graduation finish_school · exam test · class course lesson
    · learn learning study studying · subject major field · thesis dissertation
"""

HEALTH = """
    allergy allergic intolerant intolerance must_not_eat not_eat avoid react reaction sensitive · dairy milk cheese
    > lactose milk dairy · eat food diet > vegan vegetarian eats allergic intolerant diet halal kosher · meat fish >
    vegetarian vegan meat · medicine medication drug pill pills tablet tablets prescription meds takes · illness
    disease condition sick diagnosed suffer suffers ill > diagnosed suffers asthma diabetes illness condition · injury
    injured hurt broke broken break fracture sprained > broke injured hurt sprained fractured · bone > wrist arm leg
    ankle rib collarbone elbow shoulder · operation surgery operated · blood_group blood type · group type kind sort
    · hospital clinic infirmary surgery · glasses lenses eyesight · pregnant expecting · sleep bedtime go_to_bed >
    sleep sleeps bed · wake get_up wakes rise alarm > wakes gets rises up · weight weigh weighs kilos · height tall
    · smoke smoker cigarettes smoking · drink alcohol · fit fitness
"""

TASTES = """
    like likes love loves enjoy enjoys fond favourite favorite prefer prefers into keen · dislike dislikes hate
    hates detest stand loathe avoid not_like don't_i_like not_recommend > dislikes hates cannot stand avoid · feel
    feeling think opinion > hates loves likes dislikes afraid · prefer prefers preference preferred rather · afraid
    scared fear fears frightened terrified phobia · hobby hobbies pastime leisure free_time spare_time weekend ·
    free_time spare_time for_fun hobby hobbies pastime interest interests > hobby plays collects keeps enjoys likes
    · sport sports exercise exercising > plays football soccer tennis badminton basketball swimming swims running
    runs yoga cycling climbing hiking gym volleyball golf boxing skiing rowing judo karate dancing rugby cricket ·
    gym workout train training exercise fitness · instrument instruments > plays piano guitar violin cello flute
    drums saxophone trumpet clarinet harp bass · music song songs listen band singer > band singer music song genre
    jazz rock · film films movie movies cinema · series show tv · book books novel read reading reads author ·
    newspaper magazine paper > subscribes newspaper magazine reads · game games play plays · team club support fan
    · colour color · dish meal food cuisine eat · drink drinks beverage > coffee tea beer wine juice drinks ·
    coffee espresso latte cappuccino · dessert sweet sweets cake · fruit > apple banana mango orange strawberry
    cherry · vegetable > carrot tomato broccoli spinach onion · herb spice > coriander basil parsley mint dill
    cilantro · restaurant cafe eat_out · art painting paint paints draw drawing · photo photography camera pictures
    · toy toys play_with · collect collects collection
"""

THINGS = """
    car vehicle drive drives van automobile · bike bicycle cycle · licence license driving_licence · plate
    number_plate licence_plate registration > plate registration · phone mobile smartphone cell telephone handset ·
    computer laptop pc macbook notebook · email mail inbox e-mail · number phone_number > phone number · insurance
    insure insures insured insurer policy · bank banks account banking · card credit_card · tax taxes · price cost
    costs paid pay expensive worth · owe owes debt loan lend lent borrow borrowed · save savings saving · buy buys
    bought purchase purchased get_from · supply supplies supplier supplied > buys supplier supplies from · sell sold
    · gift present · subscription subscribe subscribes subscribed member membership · pet pets animal animals > dog
    cat rabbit hamster parrot horse bird fish tortoise guinea puppy kitten pet · bird > parrot budgie canary
    cockatiel bird chicken · dog puppy hound > dog puppy retriever terrier poodle labrador shepherd spaniel
    dachshund collie beagle · cat kitten kitty · breed > retriever terrier poodle labrador shepherd spaniel
    dachshund collie siamese persian beagle breed · fish goldfish aquarium · clothes clothing wear wears size ·
    shirt shirts t-shirt blouse sweater · shoe shoes boots trainers sneakers · language languages > speaks english
    german french spanish italian portuguese russian chinese mandarin japanese korean arabic hindi turkish polish
    dutch swedish norwegian danish finnish greek language · speak speaks fluent talk · brand make model
"""

TIMES = """
    birthday born birth birthdate turn turns age celebrate · age old aged years turned · anniversary married wedding
    · plane flight fly flying airline flights · leave leaves depart departs departure takes_off go · arrive arrives
    arrival land lands · train railway station · ticket tickets booking booked reservation · trip travel journey
    holiday vacation going_away · holiday vacation trip travel break · visit visited been travelled went · abroad
    overseas · hotel stay staying accommodation airbnb · seat sit seats aisle window · passport visa · expire
    expires expiry valid runs_out run_out end · appointment visit booked checkup · goal goals aim target plan plans
    want wants dream hope hopes intend wish · plan plans planning going_to intends wants · start starts begin begins
    began started since · finish finishes end ends ended over until · morning breakfast early · evening night dinner
    · lunch noon midday · met meet get_to_know first_meet know acquainted · happen happened · remember remind
    reminder · commute get_to_work > commutes cycles drives bus train tram · christmas xmas · weekend saturday
    sunday · religion faith believe > christian muslim jewish buddhist hindu church mosque · vote politics party
"""

ALIKE = "·".join((PEOPLE, HOME, WORK, HEALTH, TASTES, THINGS, TIMES))
