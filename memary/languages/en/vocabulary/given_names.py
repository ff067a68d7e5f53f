"""Given names, by which a word in lower case is known to be one.

The most frequent ones of the census of the United States of 1990, and some of other countries.
"""

from memary.languages.pack.base import words

GIVEN_NAMES = words(
    """
    aarav aaron abigail ada adam addison aditya adrian adrienne agnes agnieszka ahmed aiden aiko aisha akira
    alan albert alberta alberto alejandro alessandro alex alexander alexandra alfie alfred alfredo alice
    alicia alina alison allan allen allison alma alvin alyssa amanda amara amelia amelie amir amit amy ana
    ananya anastasia anders andre andrea andreas andrew andy angela angelica angelina angie anil anita
    anjali anke ann anna anne annette annie anthony antoine antoinette antonia antonio aoife archie aria
    arjun arlene armando arnold arthur asher ashley astrid aubrey audrey aurelie ava ayse barbara barry
    beatrice beatriz becky belinda bella ben benjamin benoit bernadette bernard bernice bertha bessie beth
    bethany betsy betty beulah beverly billie billy bjorn blanca blanche bob bobbie bobby bonnie boris brad
    bradley brandi brandon brenda brent brett brian bridget brittany bruce bryan byron caleb callum calvin
    camila camille candace candice carl carla carlos carmen carole caroline carolyn carrie casey catherine
    cathy cecelia cecil cecilia celia celine charlene charles charlie charlotte chelsea cheryl chester
    chiara chidi chloe chris christie christina christine christopher christy ciaran cindy claire clara
    clarence claudia clayton clifford clifton clinton clyde cody colleen connie connor cora corey cory
    courtney craig cristina curtis cynthia dan dana daniel danielle danny darlene darrell darren darryl
    daryl dave david deanna debbie deborah debra deepak delores denise dennis derek derrick desiree diana
    diane dianna dianne diego dieter divya dmitri donald donna dora doreen doris dorothy douglas dragan
    duane dustin dwayne dwight dylan ed eddie edgar edith edna eduardo edward edwin eileen eitan elaine
    eleanor elena eli eliana elias elijah elizabeth ella ellen elmer eloise elsie emilia emily emma emre
    enrique eric erica erik erika erin erma ernestine estelle esther ethan ethel eugene eula eunice eva evan
    evelyn everett evie ewan ezra fannie fatima felicia felix fernando finley finn florence floyd frances
    francesca francis francisco francois franklin fred freda freddie frederick freja freya frieda fritz
    gabriel gabriella gail gary gavin gayle geneva genevieve george georgia gerald geraldine gertrude
    gilbert gina giovanni giulia gladys glenda gloria gordon greg gregory greta gretchen guadalupe gwendolyn
    hannah hans harold harper harriet harry haruto harvey hassan hattie hector heidi heike helen henrietta
    henry herbert herman hilda hiroshi howard hugo hussein ian ibrahim ida imogen ines inez ingrid irene
    irina irma isaac isabel isabella isla ivan jackie jacob jacqueline jacquelyn jacques jaime jakub james
    jamie jan jana jane janet janice janie janis jared jason javier jaxon jayden jeanette jeanne jeannette
    jeff jeffery jeffrey jen jennie jennifer jenny jens jeremy jerome jerry jess jesse jessica jessie jill
    jim jimmie jimmy jisoo jo joan joann joanna joanne joao jodi jody joe joel johanna john johnnie johnny
    jon jonas jonathan jordan jorge jose joseph josephine josh joshua joyce juan juana juanita judith judy
    juergen julia julian julie julien juliette julio jurgen justin kara karen kari karim karl karla kasia
    kate katherine kathleen kathryn kathy katie katrin katrina katya kavya kayla keiko keith kelley kelli
    kelly ken kendra kenji kenneth kent kevin khadija kim kimberly klaus kofi krista kristen kristi kristin
    kristina kristine kristy krystal kurt kwame kyle lakshmi landon larry lars latoya laura lauren laurie
    lawrence layla lea leah leigh leila lena leo leon leona leonard leroy leslie lester leticia levi lewis
    liam lillian lillie lily linda lindsay lindsey linh lisa liz lloyd logan lois lola lonnie lora lorenzo
    loretta lori lorraine louis louise luc luca lucas lucia lucille lucy luis luka lukas lula luna luz lydia
    lynda lynette lynn lynne mabel mable madeline maggie magnus maisie mamie manon manuel marc marcella
    marcia marco marcus marek margaret margaux margie marguerite maria marian marianne marie marilyn mario
    marion marjorie marlene marsha marshall martha martin marvin mary maryann mateo mathew mathieu mathilda
    matt matteo matthew matthias mattie maureen maurice maximilian maxine maya meg megan meghan mehmet mei
    melanie melinda melissa melvin meredith mia michael micheal michele michelle miguel mike mikkel mila
    mildred millie milton minh minjun minnie mira miriam mitchell mohamed mohammed molly mona monica monique
    moritz morris muhammad muriel mustafa myra myrtle nadia nadine nancy naoko naomi natalie natasha nate
    nathan nathaniel neha neil nellie nelson ngozi nguyen niamh nicholas nichole nicolas nicole nikhil
    niklas nikola nils nina noah noam noor nora norma norman oksana olga oliver olivia omar oscar owen pablo
    pam pamela paolo patricia patrick patsy paul paula paulette pauline pawel pedro peggy perry pete peter
    petra phil philip philippe phillip phoebe phyllis pierre piotr pooja priscilla priya rachael rachel
    rafael rahul raj ralph ramon ramona randall raquel raul ravi raymond rebecca regina reginald rene renee
    rhonda ricardo richard rick ricky rita robert roberta roberto robyn rochelle rodney roger rohan roland
    ron ronald ronnie rory rosa rosalie rosemarie rosie ross roxanne roy ruben russell ruth ryan sabine
    sabrina sadie sally salvador sam samantha samir samuel sandra sanjay santiago sara sarah sasha savannah
    scarlett scott sean sergei sergio seth shane shannon sharon shawn sheila shelia shelley sheri sherri
    sheryl shirley sidney siobhan sofia sonia sonya sophia sophie soren stacey stacy stanley stefan stella
    stephanie stephen steve steven sunita susan susie suzanne sven svetlana sylvia takashi tamar tamara
    tammy tanya tara tariq tatiana ted teresa tereza teri terrance terrence terri tessa thelma theo theodore
    theresa thomas tiago tiffany tim timothy tina tobias toby todd tom tomasz tommy toni tony tonya tracey
    traci tracy travis troy tyler tyrone ulrich uwe valentina valerie vanessa velma vera verna vernon
    veronica vesna vicki vickie vicky victor victoria vikram vincent virgil virginia vivek vivian vladimir
    wallace walter wanda warren wayne wendy wesley whitney willard william willie wilma wolfgang wyatt
    xavier xiaoming ximena yael yasmin yolanda yuki yuri yusuf yuto yvette yvonne zach zachary zainab zeynep
    zoe
    """
)
"""In lower case."""

GIVEN_TOO = words(
    """
    ali amber angel april bill brandy brooke carol cassandra chad christian claude constance crystal daisy
    dale dawn dean della dolores don earl ernest faye flora frank gene ginger glen glenn grace guy hazel
    heather holly hope hugh iris ivy jack jasmine jay jean joy june kay kirk lance lee mae margarita mark
    mason max melody mercedes misty nick opal pat patty pearl penny randy ray robin rose rosemary ruby
    sakura sandy shelly sherry sue terry viola violet wade
    """
)
"""Given names that are other words as well: they are names where the words around them say so."""
