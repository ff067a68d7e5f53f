"""List English words by topic of everyday talk: "I handed in my notice" is about where one works.

A word that ends in * stands for all that begin so.
"""

from collections.abc import Mapping

TOPICS: Mapping[str, str] = {
    "work": (
        "work* owner* job* boss* manager* colleague* coworker* office* shift* salary wage* earn* paid raise promot* "
        "notice quit resign* fired hire* laid career compan* employ* contract freelance* client* intern* "
        "team* project* deadline practice profession retire* founder startup overtime duty on-call"
    ),
    "home": (
        "live* home house* flat* apartment* room* rent* landlord* landlady lease move* moving keys address "
        "street neighbour* neighbor* mortgage tenant* kitchen balcony garden* roommate* flatmate* heating "
        "boiler furniture upstairs downstairs building floor"
    ),
    "family": (
        "family mother mom mum father dad parent* sister* brother* son sons daughter* child* kid kids baby "
        "toddler niece* nephew* aunt* uncle* cousin* grand* twin* pregnan* born birth in-law* stepfather "
        "stepmother little"
    ),
    "couple": (
        "husband* wife wives partner* boyfriend* girlfriend* fianc* married marr* wedding engaged engagement "
        "divorc* separat* dating date together ex single relationship spouse anniversary broke breakup"
    ),
    "friend": "friend* buddy mate mates pal bestie roommate* classmate* acquaint*",
    "health": (
        "doctor* dr hospital* clinic* ill illness sick* disease* condition pain* hurt* injur* broke* broken "
        "surg* operat* therap* physio* diagnos* symptom* treat* allerg* asthma diabet* heart kidney* blood "
        "test tests scan dentist* tooth teeth vet joint* knee* shoulder* wrist* back headache* migraine* "
        "arthrit* fracture* sprain* pressure cholesterol tested healthy recover* liver splint"
    ),
    "medicine": (
        "medicine* medication* drug* pill* tablet* dose* dosage mg inhaler insulin antibiotic* ibuprofen "
        "aspirin prescri* pharmac* vitamin* injection* thinner cortisone painkiller* inject*"
    ),
    "food": (
        "eat* ate eats food* cook* bake* baking recipe* dinner lunch breakfast meal* restaurant* vegan* "
        "vegetarian* meat fish salmon egg* nut nuts milk lactose gluten bread coffee decaf tea wine beer "
        "alcohol diet snack* dish* hungry sourdough cake soup"
    ),
    "pet": (
        "pet pets cat cats kitten* dog dogs puppy puppies rabbit* hamster* parrot* horse* vet leash litter "
        "terrier feline dogsit*"
    ),
    "travel": (
        "trip* travel* fly* flying flew flight* airport* plane train* ferry hotel* hostel* book* booked "
        "booking visa passport holiday* vacation* visit* tour* pack* packing luggage baggage abroad cruise "
        "hike* hiking island itinerary airline*"
    ),
    "car": (
        "car cars drive* drove driving bike* bicycle* motorbike* scooter garage vehicle* electric inspection "
        "tyre* tire* parking licen* petrol"
    ),
    "money": (
        "money bank* account* loan* debt* owe* owes borrow* lend lent pay* paid paying price* cost* cheap* "
        "expensive save* saving* savings invest* fund* tax* insur* budget euro* dollar* pound* wire* wired "
        "transfer* rent* fee fees subscri* settle* eur usd gbp chf"
    ),
    "study": (
        "school* universit* college* stud* exam* course* class* degree* thesis teacher* tutor* lesson* learn* "
        "homework grade* semester phd lecture* professor* master* language* graduat* seminar* kindergarten "
        "creche nursery daycare"
    ),
    "sport": (
        "sport* run* running ran marathon* gym train* training row* rowing regatta swim* football soccer "
        "tennis basketball climb* yoga cycl* hike* ski* race* match* coach* team* club workout* pilates "
        "dance* dancing boat double"
    ),
    "music": (
        "music* sing* sang choir* band* guitar* piano violin* drum* bass concert* song* album* rehears* "
        "perform* orchestra* gig gigs instrument* playlist* director"
    ),
    "reading": (
        "read* book books novel* author* chapter* poem* poet* magazine* library film* movie* series show "
        "shows episode* podcast* documentary watch* finished"
    ),
    "tech": (
        "phone* laptop* computer* app apps software internet wifi broadband provider* tablet* device* backup* "
        "server* code* program* password* camera* printer* gbit mbit"
    ),
    "time": "appointment* meeting* schedul* reschedul* postpon* calendar o'clock moved clinic*",
    "plan": (
        "plan* want* hope* going goal* dream* intend* decide* decid* decis* revert* cancel* postpon* called off "
        "book* booked wish*"
    ),
    "belief": "church* mosque temple religio* pray* faith christian* muslim* buddhis* jewish",
    "birthday": "birthday* born turn* turning age old years present gift* party celebrat* anniversary",
    "feeling": "afraid fear* scared anxi* stress* worr* love* like* hate* prefer* favourite favorite enjoy* stand",
    "help": "key keys spare volunteer* help* lend* borrow* look after",
    "garden": "garden* plant* tomato* flower* seed* tree* allotment* balcony grow*",
}
