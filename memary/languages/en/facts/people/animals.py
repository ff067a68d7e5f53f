"""The animals that English speakers have and give names to."""

PETS = (
    "dog|cat|horse|rabbit|parrot|hamster|guinea pig|gerbil|rat|ferret|chinchilla|hedgehog|tortoise|turtle|goldfish|fish"
    "|budgie|budgerigar|canary|cockatiel|cockatoo|parakeet|macaw|lovebird|snake|python|lizard|gecko|iguana|bearded dragon"
    "|pony|donkey|goat|sheep|pig|cow|hen|chicken|duck|goose|axolotl|tarantula|llama|alpaca"
)
ANIMALS = tuple(PETS.split("|"))
DOG_BREEDS = (
    "labrador|golden retriever|retriever|poodle|beagle|corgi|(?:border )?collie|german shepherd|alsatian|sheepdog|(?:\\w+ )?terrier"
    "|jack russell|(?:cocker |springer )?spaniel|dachshund|husky|(?:french |english )?bulldog|chihuahua|pug|greyhound"
    "|whippet|dalmatian|rottweiler|doberman|cockapoo|labradoodle|schnauzer|samoyed|pomeranian"
)
CAT_BREEDS = "tabby|tortoiseshell|siamese|maine coon|ragdoll|bengal|persian|british shorthair|sphynx"
DIED = r"(?:(?: has| have| just| sadly)*(?: died| passed away)|(?: was| had to be| has been| were) put (?:down|to sleep))"
