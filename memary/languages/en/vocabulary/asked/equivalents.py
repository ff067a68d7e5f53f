"""List English words that ask for others: "my boss" is answered by "the manager is Ana".

Groups stand apart by "·". Of words alone each may stand for the others; those left of ">" ask for those right of it,
as a sport does for tennis, and not the other way round. Words joined by "_" are looked for in questions only.
"""

from __future__ import annotations

from memary.languages.en.vocabulary.asked.idioms import IDIOMS
from memary.languages.en.vocabulary.asked.matters import MATTERS

PEOPLE = """
    husband wife spouse partner married marry marriage wed wedding better_half · boyfriend girlfriend partner
    dating date relationship going_out significant_other · fiance fiancee engaged · mother mum mom mummy mama ·
    father dad daddy papa · parent parents folks > mother mum mom father dad · child children kid kids offspring >
    son daughter baby toddler twins boy girl kid children child · baby infant newborn toddler · son boy · daughter
    girl · sibling siblings > brother sister · grandparent grandparents > grandmother grandfather grandma grandpa
    granny · grandmother grandma granny nan · grandfather grandpa grandad · relative relatives family > mother
    father sister brother son daughter uncle aunt cousin wife husband · friend buddy pal mate · close closest best
    · boss manager supervisor superior report_to reports_to answer_to lead · colleague coworker teammate work_with
    · landlord landlady rent_from letting_agent · neighbour neighbor next_door · flatmate roommate housemate
    live_with share_a_flat · doctor gp physician > dr doctor gp physician clinic surgery · dentist tooth teeth
    dental · teacher tutor instructor professor teaches taught · coach trainer · lawyer solicitor attorney ·
    accountant bookkeeper taxes tax_return · babysitter nanny childminder · cleaner cleans housekeeper · vet
    veterinarian · therapist psychologist counsellor counselor · client customer · nickname call_me > goes called
    nickname · my_name > called name · surname last_name family_name maiden_name > called name surname
"""

HOME = """
    home house flat apartment live lives living resides lived · move moved relocate relocated · city town village
    place_of_residence > lives live moved based city town · address street live lives postcode · born birthplace
    hometown raised grew_up grow_up childhood come_from comes_from originally native nationality · childhood
    grew_up hometown raised > grew raised born childhood · country nationality citizen citizenship · rent rental
    lease tenancy · mortgage loan house_payment pay_off · garden yard allotment · furniture > sofa table chair bed
    desk shelf · room > bedroom kitchen bathroom study · wifi wi-fi internet router broadband · password passcode
    pin code login · key keys spare
"""

WORK = """
    job occupation profession career a_living trade role position title do_for_work > works job occupation
    profession runs · work works employed employer company job firm workplace earn office · work > work works runs
    · employer company firm employed > works work · business company shop firm startup · own owns run runs running
    have > owns runs founded has · salary wage wages earn earns income pay paid · colleague team department ·
    office desk workplace · resign resigned quit left · retire retired retirement · promotion promoted ·
    replacement successor replace replaces > successor succession replaces replacement
    succeeds · hired started joined begin start · project working_on · meeting call appointment · deadline due
    hand_in submit expires · skill skills good_at > can knows skilled · degree graduated studied study studies
    major university college · school university college alma_mater study studies > school university college
    attends studied graduated academy · attend attends goes go enrolled · graduate graduated graduation
    finish_school · exam test · class course lesson · learn learning study studying · subject major field · thesis
    dissertation
"""

HEALTH = """
    allergy allergic intolerant intolerance must_not_eat not_eat avoid react reaction sensitive · can't_have
    cannot_have can't_eat cannot_eat mustn't_have not_allowed > allergic allergy intolerant cannot avoid · dairy
    milk cheese > lactose milk dairy · nut nuts > walnut hazelnut almond cashew pistachio peanut pecan nut · eat
    food diet > vegan vegetarian eats allergic intolerant diet halal kosher · meat fish > vegetarian vegan meat ·
    medicine medication drug pill pills tablet tablets prescription meds takes · illness disease condition sick
    diagnosed suffer suffers ill > diagnosed suffers asthma diabetes illness condition · injury injured hurt broke
    broken break fracture sprained > broke injured hurt sprained fractured · bone > wrist arm leg ankle rib
    collarbone elbow shoulder · operation surgery operated · blood_group blood type · group type kind sort ·
    hospital clinic infirmary surgery · glasses lenses eyesight · pregnant expecting · sleep bedtime go_to_bed >
    sleep sleeps bed · wake get_up wakes rise alarm > wakes gets rises up · weight weigh weighs kilos · height
    tall · smoke smoker cigarettes smoking · drink alcohol · fit fitness
"""

TASTES = """
    like likes love loves enjoy enjoys fond favourite favorite prefer prefers keen · dislike dislikes hate
    hates detest stand loathe avoid not_like don't_i_like not_recommend > dislikes hates cannot stand avoid · feel
    feeling think opinion > hates loves likes dislikes afraid · prefer prefers preference preferred rather ·
    afraid scared fear fears frightened terrified phobia · hobby hobbies pastime leisure free_time spare_time
    weekend · free_time spare_time for_fun hobby hobbies pastime interest interests > hobby plays collects keeps
    enjoys likes · sport sports exercise exercising > plays football soccer tennis badminton basketball swimming
    swims running runs yoga cycling climbing hiking gym volleyball golf boxing skiing rowing judo karate dancing
    rugby cricket · gym workout train training exercise fitness · instrument instruments > plays piano guitar
    violin cello flute drums saxophone trumpet clarinet harp bass · music song songs listen band singer > band
    singer music song genre jazz rock · film films movie movies cinema · series show tv · book books novel read
    reading reads author · newspaper magazine paper > subscribes newspaper magazine reads · game games play plays
    · team club support fan · colour color · dish meal food cuisine eat · drink drinks beverage > coffee tea beer
    wine juice drinks · coffee espresso latte cappuccino · dessert sweet sweets cake · fruit > apple banana mango
    orange strawberry cherry · vegetable > carrot tomato broccoli spinach onion · herb spice > coriander basil
    parsley mint dill cilantro · restaurant cafe eat_out · art painting paint paints draw drawing · photo
    photography camera pictures · toy toys play_with · collect collects collection
"""

THINGS = """
    car vehicle drive drives van automobile · bike bicycle cycle · licence license driving_licence · plate
    number_plate licence_plate registration > plate registration · phone mobile smartphone cell telephone handset
    · computer laptop pc macbook notebook · email mail inbox e-mail · number phone_number > phone number ·
    insurance insure insures insured insurer policy · bank banks account banking · card credit_card · tax taxes ·
    price cost costs paid pay expensive worth · owe owes debt loan lend lent borrow borrowed · save savings saving
    · buy buys bought purchase purchased get_from · supply supplies supplier supplied > buys supplier supplies
    from · sell sold · gift present · subscription subscribe subscribes subscribed member membership · pet pets
    animal animals > dog cat rabbit hamster parrot horse bird fish tortoise guinea puppy kitten pet · bird >
    parrot budgie canary cockatiel bird chicken · dog puppy hound > dog puppy retriever terrier poodle labrador
    shepherd spaniel dachshund collie beagle · cat kitten kitty · breed > retriever terrier poodle labrador
    shepherd spaniel dachshund collie siamese persian beagle breed · fish goldfish aquarium · clothes clothing
    wear wears size · shirt shirts t-shirt blouse sweater · shoe shoes boots trainers sneakers · language
    languages > speaks english german french spanish italian portuguese russian chinese mandarin japanese korean
    arabic hindi turkish polish dutch swedish norwegian danish finnish greek language · speak speaks fluent talk ·
    brand make model
"""

TIMES = """
    birthday born birth birthdate turn turns age celebrate · age old aged years turned · anniversary married
    wedding · plane flight fly flying airline flights · leave leaves depart departs departure takes_off go ·
    arrive arrives arrival land lands · train railway station · ticket tickets booking booked reservation · trip
    travel journey holiday vacation going_away · holiday vacation trip travel break · visit visited travelled went
    > visit visited been travelled went · abroad overseas · hotel stay staying accommodation airbnb · seat sit
    seats aisle window · passport visa · expire expires expiry valid runs_out run_out end · appointment visit
    booked checkup · goal goals aim target plan plans want wants dream hope hopes intend wish · plan plans
    planning going_to intends wants · start starts begin begins began started since · finish finishes end ends
    ended over until · morning breakfast early · evening night dinner · lunch noon midday · met meet get_to_know
    first_meet know acquainted · happen happened · remember remind reminder · commute get_to_work > commutes
    cycles drives bus train tram · christmas xmas · weekend saturday sunday · religion faith believe > christian
    muslim jewish buddhist hindu church mosque · vote politics party
"""

TRADE = """
    premises shop_floor > premises shop store square metres · shop store boutique · branch outlet · launch launches
    > opens opened opening launch launched · close_down go_out_of_business shut_down > closed closes shut closing
    bankrupt · stock inventory in_stock > stock left remaining inventory · sold_out out_of_stock > sold stock ·
    order ordered > ordered order placed · ship shipped shipping dispatch dispatched sent send_off send_out >
    shipped dispatched sent posted courier delivered · delivery delivered deliver arrive_in_the_post > delivered
    delivery arrives arrived shipped courier · send_back sent_back > returned return refund · refund refunded
    money_back reimbursed reimbursement > refund refunded money reimbursed · quote quoted quotation estimate
    estimated > quote quoted quotation estimate price charges · discount sale reduced bargain special_offer >
    discount percent reduced sale offer cheaper · deposit down_payment put_down upfront pay_in_advance > deposit
    payment put advance · invoice bill receipt > invoice bill receipt billed invoiced · outstanding unpaid overdue
    still_to_pay > unpaid outstanding overdue owes owed · trainee apprentice intern · staff employee employees >
    staff employee worker assistant hired · hire hired recruit recruited taken_on · sacked fired dismissed laid_off
    let_go redundant > sacked fired dismissed redundant laid · resign resigned resignation hand_in_notice
    hand_in_her_notice hand_in_his_notice > resigned notice quit left · wage wages paid_an_hour > earns wage wages
    paid pay hourly hour · bonus christmas_bonus extra_pay extra > bonus · overtime extra_hours · supplier
    wholesaler manufacturer · turnover revenue sales > turnover revenue turned sales sold · employer move_to_after >
    work works employed job · pay_of get_paid wage_of > gets earns hour paid · pay_rise pay_raise > raise rise
    increase · net_salary after_tax take-home > tax gets earns · shift > shift night team morning · on_leave
    time_off > leave holiday weeks days · fare ticket · package parcel · stuck held_back > kept held stuck waiting ·
    rate hourly_rate charge > charges rate hour asks · more_expensive price_rise price_increase go_up > raises
    raised increased rises went · cheaper reduce reduced reduction > reduced knocked cut less lower
"""

AGREED = """
    lease tenancy contract agreement sublet > lease tenancy contract agreement signed runs · sign_the_contract
    sign_a_contract contract > signed contract agreement deal · instalments installments instalment installment
    monthly_payment monthly_payments pay_back repayment repayments > instalments installments repayments loan pays
    month · interest_rate interest_on > interest rate percent · fine fined parking_ticket speeding_ticket penalty >
    fine fined ticket penalty · compensation compensate compensated payout settlement > compensation compensated
    insurer payout pay settlement · water_damage flooding > flood flooded leak burst · claim claims > claim insurer
    insurance payout · transfer transferred bank_transfer > transferred transfer paid · inheritance inherit
    inherited > inheritance inherited inherits left · cancel cancelled canceled called_off call_off > cancelled
    canceled called · postpone postponed rescheduled reschedule put_off pushed_back put_back moved_to
    change_the_date > postponed moved rescheduled slipped pushed changed delayed · brought_forward bring_forward
    earlier > earlier forward · delay delayed late held_up hold_up > delayed delay late held · appointment booked_in
    > appointment booked · meet_the_teachers parents'_evening parents_evening > parents evening teachers · approved
    approval granted come_through > approved granted came accepted · in_charge_of responsible_for who_is_doing
    who_handles > charge responsible handles doing · construction building_work works_begin building_works >
    builders building construction extension works · deadline due_date cut-off > deadline due end wants latest · owe
    owes debt > owes owed settle unpaid · remains remaining remain > left remaining · mortgage > mortgage house loan
    · tuition fees school_fees > fees fee term tuition · permission permit approve approved > permission permit
    approved granted · refuse refused reject rejected turned_down turn_down > refused rejected declined turned ·
    promise promised agree agreed > promised agreed
"""

REPAIRS = """
    renovate renovating renovated renovation refurbish doing_up do_up redecorate > renovating renovation doing
    refurbishing redecorating redoing · water_come_in water_comes_in leak leaks leaking drip > leaks leak leaking
    drips · carpenter joiner · install installed fit fitted put_in put_up > installed fitted put fits · repair
    repaired repairs fix fixed mend mended > repaired repair fixed mended replaced · car_repair cost_to_repair
    repair_cost > repair tyres tires brakes garage cost came · damaged damage destroyed ruined ruin wrecked >
    damaged destroyed wrecked ruined broke blew smashed cracked · wind gale storm > storm wind gale blew ·
    bad_weather storm weather > storm hail rain snow wind frost weather flood heatwave · stolen stole nicked theft
    burgled > stolen nicked theft thief burgled · luggage suitcase baggage bag bags > luggage suitcase baggage ·
    crash accident collision > crash crashed accident collision hit · tyre tyres tire tires · bug error fault defect
    > bug crash error fault issue · solve solved resolve resolved sort_out sorted > fixed solved resolved sorted ·
    release released deploy deployed rollout roll_out go_live goes_live > release released live deployed launched ·
    update upgrade · fence gate railing · flat_pack assemble > assembled built · elevator lift · washer
    washing_machine > washing machine washer · fridge refrigerator freezer · maintenance > serviced maintenance
    service · fault wrong_with broke_down break_down malfunction > broken broke won't packed stopped fault faulty ·
    furniture > sofa table chair bed desk shelf wardrobe cupboard · outage downtime > crashed outage offline ·
    deploy roll_out publish > deployed pushed released shipped live · go_missing went_missing mislaid misplaced
    lose_luggage > lost left mislaid missing · turn_up turned_up > found turned · stolen pinched robbed > stolen
    pinched nicked robbed · jewellery jewelry > ring necklace bracelet earrings watch · frost > frost froze frozen ·
    flowers > roses tulips dahlias peonies daffodils lilies flowers · complain complained complaint > complained
    complains wants annoyed fed
"""

HEALTH_EVENTS = """
    operation surgery op operated > operation surgery op operated replaced removed · after_surgery
    after_the_operation after_the_op > op operation surgery must · recovery recover recovering rest_up > recovery
    recovering cast crutches weeks healed · lab_results test_results blood_test results > results test showed scan
    blood positive negative · check-up checkup follow-up > check-up checkup follow-up appointment · side_effect
    side_effects > dizzy sick drowsy nausea tired side effects · medication medicine tablets capsule > tablets
    tablet capsule pills medication medicine · dosage dose how_many_tablets how_often_take > takes capsule tablet
    tablets dose mg daily · symptom symptoms what's_wrong_with feel_poorly > throat cough fever headache pain ache
    rash sore temperature · fever temperature high_temperature · vaccination vaccinated vaccine jab injection
    inoculation · vomit vomited threw_up throw_up be_sick been_sick > threw vomited sick · diarrhoea upset_stomach ·
    neutered spayed castrated · injury injured get_injured got_injured > slipped tripped broke sprained twisted torn
    fell · fall fell > tripped slipped fell · illness sick off_sick > sick flu cold virus infection · insomnia
    sleepless > awake sleep insomnia · procedure > operation surgery stents removed replaced · examined examination
    scan > scan examined x-ray mri ultrasound appointment · painkillers pain_tablets > painkillers ibuprofen
    paracetamol aspirin · maximum > maximum more most · blood_values blood_count > blood sugar cholesterol iron high
    low · discharged released_from_hospital out_of_hospital > hospital discharged home · cast plaster > cast plaster
    · pulled_out do_to_tooth dentist_do > tooth filling crown
"""

SCHOOL = """
    mark_in marks_in what_mark what_marks grade grades score_in result_in > mark marks grade got scored passed ·
    results grades > results grades marks got passed failed · mock exam test · private_lessons tutor tutoring
    extra_lessons > tutor tutoring lessons · homework coursework school_project > homework essay assignment
    worksheet coursework write · accepted got_in admitted offer_a_place > accepted got place admitted · break_up_for
    school_holidays holidays_start > term holidays ends · do_in_the_test do_in_the_exam not_pass pass_the_exam
    failed fail > passed failed exam test · place_in_the_competition place_in_the_race > first second third came
    place won · competition contest > competition contest tournament · punishment punished > detention grounded
    banned expelled · school_trip class_outing outing > trip outing excursion
"""

GATHERINGS = """
    wedding get_married getting_married marry > wedding married marry tie knot · give_birth gave_birth baby_arrive
    baby_born have_the_baby had_the_baby > born birth gave · funeral burial buried cremation wake > funeral buried
    burial cremated · die died passed_away death > died passed death · argument argue argued quarrel row quarrelled
    fall_out fell_out fight > argument argued fell quarrel row fight rowed · make_up made_up reconcile > made
    reconciled apologised · party_for_the_new_flat party_for_the_new_house housewarming new_flat new_house >
    housewarming moved · guests visitors company_over > guests visitors dinner · serve serving cook_for > cooking
    making serve serving · herb_leave leave_out > allergic stomach cannot hates without · papers documents id_card >
    passport permit licence certificate · which_office which_authority > hall council office registry · revenue
    taxman tax_office inland_revenue irs > taxman tax owes · score result_of_the_match final_score who_won > won
    lost beat drew score · upset sad unhappy disappointed gutted > upset sad gutted disappointed heartbroken · angry
    furious annoyed cross > angry furious annoyed mad · glad delighted thrilled > glad delighted thrilled happy
    pleased · worried anxious stressed nervous > worried anxious stressed nervous · going_to_marry get_engaged
    fiancé > engaged · hen_night bachelorette stag_night bachelor_party > hen stag bachelorette bachelor ·
    class_reunion schoolmates classmates > reunion class · come_home get_back return_journey get_home > home back
    return · banned suspended > banned taken suspended · anniversary_party birthday_party > party birthday ·
    split_up split leave_the_band > split left quit
"""

PEOPLE_MEANT = """
    hubby other_half significant_other man_of_my_life > husband spouse married partner · missus woman_of_my_life
    my_lady > wife spouse married partner · tie_the_knot tied_the_knot say_yes_to said_yes_to walk_down_the_aisle
    share_my_life share_life spend_my_life whose_ring life_partner > married husband wife spouse partner ·
    soulmate sweetheart lover darling love_of_my_life go_out_with seeing_someone > partner girlfriend boyfriend
    dating husband wife · ex old_flame break_up_with broke_up split_up split_with break_up use_to_date
    used_to_date used_to_go_out former_partner former_husband former_wife former_boyfriend former_girlfriend
    man_did_i_leave woman_did_i_leave was_i_with_before together_before dump dumped divorce divorced
    no_longer_with separated > ex ex-husband ex-wife ex-boyfriend ex-girlfriend divorced separated former broke
    split · sis big_sister little_sister > sister · bro big_brother little_brother > brother · siblings
    grow_up_with grew_up_with parents_bring_up parents_raise parents_have_besides parents_other_child
    parents_other_children other_children_of_my_parents > brother sister twin · other_son parents_other_son >
    brother · other_daughter parents_other_daughter > sister · gave_birth give_birth_to_me
    brought_me_into_the_world brought_into_world bring_me_up brought_me_up raised_me my_ma old_lady > mother mum
    mom · my_pa old_man my_pop > father dad · mother's_brother father's_brother dad's_brother mum's_brother
    mom's_brother > uncle · mother's_sister father's_sister dad's_sister mum's_sister mom's_sister > aunt ·
    mother's_mother father's_mother mum's_mum dad's_mum > grandmother grandma · mother's_father father's_father >
    grandfather grandpa · brother's_wife sister's_husband > sister-in-law brother-in-law · brother's_son
    sister's_son > nephew · brother's_daughter sister's_daughter > niece · relation relations kin next_of_kin >
    mother father sister brother son daughter uncle aunt cousin · little_girl our_girl calls_me_mum calls_me_mom
    calls_me_mummy calls_me_dad calls_me_daddy calls_me_papa my_heir little_one little_ones my_own_flesh
    have_any_kids > daughter son child children kids · little_boy our_boy my_lad > son boy · my_lass > daughter ·
    bestie bff closest_friend close_friend best_friend best_mate best_pal closest_pal closest_to friend_trust_most
    trust_most confide_in confidant > best closest friend mate bestie · hang_out_with spend_time_with > friend
    friends best · workmate sits_next share_an_office shares_my_office shares_office share_office on_my_team
    from_my_team in_my_team work_with work_alongside work_together_with same_team deskmate work_friend > colleague
    coworker teammate works_with team together · tells_me_what_to_do tell_me_what_to_do gives_me_orders
    in_charge_of_me in_charge_of_my_team charge_of_team above_me_at_work above_me approves_my_holidays
    approves_holiday approves_my_leave ask_for_a_raise runs_my_team leads_my_team leads_team runs_team
    head_of_my_department my_chief line_manager supervises higher-up > boss manager supervisor reports lead head ·
    rent_to pay_rent_to pay_my_rent_to owns_my_flat owns_flat owns_my_apartment owns_apartment owns_my_house
    owns_the_place owns_place property_do_i_live property_live lets_me_the_flat lets_flat lets_room boiler_breaks
    heating_breaks rent_from whose_house whose_flat > landlord landlady owner lets rents · lives_beside
    lives_opposite lives_across lives_next lives_in_the_flat_across flat_across live_next_to live_beside
    other_side_of_my_wall side_of_wall around_the_corner lives_around_corner lives_above lives_below
    lives_upstairs lives_downstairs across_the_hall across_the_street > neighbour neighbor next_door upstairs
    downstairs opposite · share_my_flat share_flat share_a_house share_apartment shares_my_apartment lives_with_me
    live_together_with > flatmate roommate housemate lives · see_when_i'm_ill see_ill call_when_ill call_ill
    feel_sick feel_ill feel_unwell when_i'm_sick looks_after_my_health looks_health looks_after_health check-up
    checkup treats_me treat_me give_me_prescriptions gives_prescriptions writes_my_prescriptions family_doctor
    general_practitioner medical_practitioner > doctor gp dr physician clinic surgery · toothache fillings filling
    cleans_my_teeth fixes_teeth fixes_my_teeth look_at_my_teeth teeth_cleaned dental_check-up > dentist dental dr
    · shrink mental_health psychologist psychiatrist counsellor talk_about_my_worries talk_worries talk_feelings
    therapy > therapist psychologist counsellor psychiatrist · cuts_my_hair cut_hair hair_cut haircut hairstylist
    does_my_hair > hairdresser barber · walks_my_dog dog_walker · look_after_my_children watches_kids
    look_after_my_kids minds_children mind_the_kids > babysitter nanny childminder au_pair · does_my_taxes
    do_taxes does_my_books > accountant bookkeeper tax · fixes_my_car repairs_my_car > mechanic garage ·
    teaches_me teach_me lessons_with > teacher tutor coach instructor · coaches_me trains_me > coach trainer ·
    what_should_you_call_me address_me call_me known_as know_me_by > name called named nickname goes · name_tag
    sign_my_name sign_letters how_do_i_sign full_name first_name given_name > named called name
"""

HOME_MEANT = """
    hang_my_hat place_to_live place_call_home call_home have_settled settle settled based reside residing dwell
    where's_my_place part_of_the_country part_of_country in_which_city what_town where_would_a_courier_find
    courier_find find_me located domicile > lives living home based moved resides · roots origin native
    place_of_origin come_from where_am_i_from where_are_we_from i_from i_come_from from_originally originally
    family_from hail_from homeland motherland home_country hometown raised spend_my_childhood spent_childhood
    spend_childhood grow_up grew_up where_born birthplace country_of_birth born_and_raised > comes born grew
    hometown native originally raised from · parcels_go send_parcels send_a_parcel parcel parcels package packages
    deliver deliveries delivery letters postman mailman my_post get_post get_mail ship_my_order ship_order
    envelope house_number house_no street street_number door_number zip postcode post_code zip_code
    pizza_delivered > address street road avenue lane lives postcode · flat_cost flat_costs pay_for_my_flat
    pay_flat pay_for_the_flat pay_for_my_apartment pay_apartment pay_for_my_room cost_to_live cost_to_live_here
    cost_live cost_me_to_live cost_of_my_flat housing_costs housing_cost goes_to_my_landlord goes_landlord
    pay_my_landlord pay_landlord pay_for_my_place pay_place monthly_for_my_place pay_to_live rent_each_month >
    rent mortgage euros pounds dollars month · get_online go_online guests_online online_at_my_place
    log_in_to_my_router log_router internet_code code_for_my_internet code_internet network_key passphrase wlan
    wireless get_on_the_internet get_internet internet_password wlan_password connect_to_the_internet > wifi wi-fi
    password internet router network · moved_here move_here moved_in move_in > moved since lives · square_metres
    how_big_is_my_flat rooms > flat apartment house rooms · provider internet_provider > internet broadband
    provider · electricity power_company gas > electricity energy gas power supplier
"""

WORK_MEANT = """
    paid_to_do pay_me_to_do pay_to_do pay_me_for business_card job_title earn_my_money earn_money earn_a_living
    earn_living make_a_living make_living make_my_living pay_the_bills pay_bills keep_the_lights_on
    bring_home_the_bacon put_food_on_the_table do_all_day all_day_at_the_office do_at_work day_job line_of_work
    line_work field_of_work kind_of_work what_trade vocation my_career working_life do_professionally professional
    role_at_work what_do_i_work_as do_for_money > works job occupation profession as is · signs_my_paycheck
    signs_paycheck signs_my_pay payroll whose_payroll employ_me employs_me on_the_books writes_my_paycheck
    pays_my_salary pays_salary pays_wages pays_my_wages pay_my_salary which_company what_firm earn_my_money_at
    workplace place_of_work office_building where's_my_office where's_my_job > works employed employer company job
    at for firm · payslip pay_slip paycheck bring_home money_bring_home money_home take_home take-home annual_pay
    yearly_pay monthly_pay make_a_year make_year make_a_month make_month get_paid am_i_paid job_pay
    does_my_job_pay get_a_year get_year earnings hourly_rate per_hour how_much_do_i_make money_do_i_make > salary
    earns income wage pay paid rate · get_to_work get_to_the_office get_to_my_office get_to_my_job
    get_to_my_workplace go_to_work go_to_the_office travel_to_work travel_to_the_office way_to_work
    reach_the_office reach_my_office reach_work come_to_work ride_to_work takes_me_to_work takes_me_to_my_job
    take_to_work way_to_the_office journey_to_work get_home_from_work means_of_transport transport
    mode_of_transport commuting public_transport what_do_i_commute_by > commutes commute cycles bus train tram
    bike subway metro ferry walks drives underground · work_remotely telework home_office not_in_the_office
    working_from_home > home remotely remote works_from_home · working_hours start_work finish_work clock_off
    knock_off clock_in > works hours shift starts finishes until · academic_background education
    educational_background train_in trained_in qualification qualifications qualified > degree studied graduated
    diploma university trained · uni alma_mater student college_days after_school go_to_university get_my_degree
    get_degree > studied university college graduated school attended attends · read_at_university read_university
    degree_in graduate_in graduated_in field_of_study subject_study > degree studied studies major graduated ·
    have_classes classes pupil drop_off_my_son drop_off_my_daughter drop_off_my_kid drop_son drop_daughter
    drop_kid drop_children teaches_my_boy teaches_boy teaches_girl teaches_son teaches_daughter teaches_kid
    does_my_son_learn kindergarten daycare > school kindergarten nursery attends goes pupil · pick_up
    trying_to_pick_up taking_lessons lessons_in teaching_myself teach_myself duolingo skill_working
    skill_am_i_working get_better_at improve > learning learn learns course lessons practises practices · resign
    hand_in_my_notice handed_notice gave_notice > quit resigned left notice · colleagues_called
"""

HEALTH_MEANT = """
    react_badly stay_away_from stay_away steer_clear keep_away gives_me_a_rash gives_rash rash hives itch itchy
    itching sneeze swell dangerous_for_me food_dangerous poison_for_me not_tolerate cannot_tolerate
    body_not_tolerate can't_tolerate can't_stomach leave_out leave_out_for_me must_not_be_in must_not_touch
    send_me_to_hospital send_hospital bad_for_me anaphylactic epipen can't_i_eat cannot_eat can_i_not_eat
    mustn't_i_eat shouldn't_i_eat not_serve keep_out_of_my_food not_put_in > allergic allergy intolerant
    intolerance · wrong_with_me wrong_with_my_health diagnosed diagnosis diagnose ailment ailments illness
    illnesses sickness disease disorder health_problem health_problems health_issue health_issues medical_issue
    medical_issues medical_condition health_trouble health_complaint chronic suffer_from suffering
    being_treated_for treated_for up_with_my_health how's_my_health health_like complaint medical_history
    state_of_my_health > condition diagnosed diabetes asthma migraine pressure arthritis disease syndrome disorder
    suffers ill chronic pain anaemia epilepsy eczema thyroid depression anxiety reflux psoriasis apnoea ·
    prescribed prescription dose dosage pharmacy chemist drugstore swallow treatment doctor_put_me_on put_me_on
    medicines drugs meds remedy pills_am_i_on on_medication capsules inhaler > takes medication mg tablet tablets
    pill prescribed medicine inhaler insulin · how_heavy am_i_heavy scales_say kilos_am_i pounds_am_i
    bathroom_scales > weighs weight kg kilos · how_big_am_i how_tall centimetres_am_i centimeters_am_i
    feet_and_inches head_to_toe what_do_i_measure my_size measure > tall height cm m · how_long_alive been_alive
    candles_on_my_cake candles years_have_i_lived years_lived year_was_i_born what_age > years old age aged born ·
    get_up alarm alarm_clock start_the_day start_day start_my_day begin_my_day out_of_bed get_out_of_bed wake-up
    rise get_up_in_the_morning wake_up > wakes wake gets up alarm rises · turn_in hit_the_sack hit_sack
    hit_the_hay hit_hay go_to_sleep fall_asleep asleep call_it_a_night call_night bedtime switch_off_the_light
    switch_light lights_out go_to_bed my_bed_time > bed sleep sleeps asleep bedtime · stay_fit stay_in_shape
    keep_in_shape keep_fit keep_shape get_exercise for_exercise do_for_exercise physical_activity work_up_a_sweat
    work_sweat keeps_me_moving keeps_moving physically_active athletic do_i_train break_a_sweat sporty sportive
    burn_calories racket racquet > plays runs swims cycles football tennis badminton yoga gym running swimming
    climbing hiking basketball volleyball squash rowing trains judo karate pilates boxing dancing skiing golf ·
    lift_weights lift_iron pump_iron fitness_club fitness_studio fitness_centre work_out working_out
    where_do_i_exercise where_do_i_train where_exercise > gym trains fitness studio club works_out · cigarettes
    smoker > smokes smoke smoking · have_a_steak eat_meat eat_fish eat_animals eat_chicken chicken_all_right steak
    ham bacon what_kind_of_eater kind_of_eater eater cooking_for_me cook_for_me when_cooking eating_habits
    eat_on_principle not_eat_on_principle dietary foods_avoid is_chicken can_i_eat_meat > vegetarian vegan diet
    pescatarian halal kosher eat gluten meat fish allergic intolerant
"""

TASTES_MEANT = """
    get_on_my_nerves gets_on_my_nerves get_nerves gets_nerves annoys annoy annoying bothers bother irritates
    irritate unbearable not_a_fan_of no_fan_of not_fan can't_bear cannot_bear can't_stand cannot_stand
    drives_me_mad drives_me_crazy drive_mad drives_crazy drives_up_the_wall pet_peeve pet_peeves never_enjoy
    not_enjoy don't_enjoy not_care_for not_my_thing not_my_cup_of_tea disgusts disgusting despise abhor repels
    nobody_invite turn_off put_off least_favourite least_favorite > hates dislikes cannot stand hate avoids bear ·
    panic scream scare scares frightens terrifies dread freaks_out freak_out freaks_me_out freak_me_out
    gives_me_the_creeps give_me_the_creeps gives_creeps creeps nightmares nightmare phobias fear spooks uneasy
    horror horrifies terror break_out_in_a_cold_sweat knees_shake > afraid scared fear fears phobia terrified
    frightened · makes_my_mouth_water mouth_water treat_me_to treat_me weakness_for can't_resist cannot_resist
    not_resist sweet_tooth guilty_pleasure crave craving cravings comfort_food yummy delicious tasty sweet_thing
    pudding like_to_eat love_to_eat cook_for_my_birthday like_best_to_eat favourite_food favorite_food
    favourite_meal favorite_meal favourite_dish favorite_dish > loves likes favourite favorite eats food dish cake
    · take_my_coffee coffee_do_i_order coffee_order order_my_coffee my_usual usual_at_the_café usual_at_the_cafe
    usual_café starbucks coffee_shop drink_of_choice beverage sip sipping get_me_to_drink offer_me_to_drink
    pour_me thirsty in_my_cup in_my_mug to_drink like_to_drink morning_drink > drinks coffee tea espresso
    cappuccino latte beer wine water juice drink · practise practice make_music music_make musical
    what_music_do_i_make orchestra play_in_a_band play_in_an_orchestra musical_instrument > plays piano guitar
    violin cello clarinet flute drums saxophone trumpet sings choir bass harp ukulele accordion ·
    spend_my_evenings spend_evenings spend_my_weekends spend_weekends spend_my_time spend_my_free_time off_work
    days_off when_i'm_off on_my_days_off for_fun relax unwind relaxing kick_back wind_down switch_off passion
    passions passionate am_i_into i'm_into what_am_i_into amuse_myself amuse pass_the_time pass_time get_up_to
    get_up_to_at_the_weekend weekend_get_up_to up_to_at_the_weekend get_up_at_the_weekend recreational recreation
    leisure_time > hobby enjoys loves likes collects plays paints keeps knits gardening pottery photography ·
    headphones playlist listen_to listening songs_do_i on_repeat musician whose_songs taste_in_music taste_music
    kind_of_music artist singer concert > band music likes listens jazz singer song fan rock loves favourite ·
    bedside_table nightstand literature current_read reading_at_the_moment working_through page-turner
    novel_have_i bookmark book_am_i > reading reads novel book · watch_over_and_over watch_over
    seeing_at_the_cinema at_the_cinema picture_do_i_love movie_night rewatch film_do_i blockbuster > film movie
    favourite favorite watches · binge binge-watch watching_on_tv netflix telly > series watches show tv ·
    novelist writer poet whose_books whose_novels like_to_read devour wordsmith > author writer favourite favorite
    poet books reads · video_game video_games gaming gamer console switch playstation xbox nintendo hooked_on >
    plays game playing games · shade hue tone tint present_be paint_a_wall paint_wall what_colour what_color >
    colour color favourite favorite · cheer_for cheer root_for root_for_which rooting whose_scarf whose_matches
    scarf_do_i_wear matches_do_i_watch which_club what_club football_team football_club my_side stadium
    fan_of_which > supports fan team club follows · podcast podcasts > podcast listens · admire idol role_model
    look_up_to hero > admires favourite favorite fan hero
"""

THINGS_MEANT = """
    wheels my_wheels set_of_wheels motor ride automobile parked parked_outside_my_house parked_outside
    in_my_garage in_garage my_garage driveway behind_the_wheel get_around motorcar auto what_make_is_my_car >
    drives car owns vehicle van · ride what_do_i_ride cycle_on two-wheeler two_wheels push_bike pushbike pedal
    cycling_on > bike bicycle owns rides cycle scooter motorbike · device_call make_calls call_with
    make_calls_with device_do_i_call what_phone which_phone what_mobile which_mobile cell_phone handset
    in_my_pocket ring_people smartphone iphone_or_android > phone iphone smartphone android pixel galaxy samsung
    fairphone mobile nokia xiaomi · machine_do_i_work machine_work type_on what_machine notebook pc which_laptop
    what_laptop what_computer which_computer macbook > laptop computer macbook thinkpad dell pc notebook lenovo
    chromebook imac surface desktop · keep_my_money keep_money money_kept looks_after_my_money looks_money
    salary_go salary_goes where_does_my_salary_go my_money where_are_my_savings savings_account current_account
    checking_account which_bank financial_institution get_cash bank_with bank_card > bank banks account ·
    putting_money_aside put_money_aside put_aside setting_money_aside set_money_aside putting_aside money_aside
    money_for what's_my_money_for want_to_buy buy_one_day saving_up save_up purchase_planning
    purchase_am_i_planning big_purchase save_for saving_money_for piggy_bank > saving saves save savings wants buy
    · covers_my_car covers_car pays_if_i_crash pay_if_i_crash pays_crash crash after_an_accident accident
    who_has_my_policy policy cover coverage underwriter insured am_i_insured > insured insurance insurer insures ·
    be_reached reach_me reached dial ring_me my_digits digits contact_details contact_me get_in_touch
    get_hold_of_me text_me on_what_number what's_my_cell what's_my_mobile > phone number email · reached_by_mail
    write_to_me reach_me_by_mail contact_me_online contact_online people_write_to mail_address send_me_mail
    electronic_mail > email mail address · size_are_my_feet big_are_my_feet feet trainers_fit boots_order
    sneakers_take trainers_order what_boots shoe > shoe size · t-shirt jumper sweater clothes_size shirt_size
    jacket_size what_size > size wears shirt · pay_for_monthly pay_every_month pay_monthly signed_up signed_up_for
    sign_up_for streaming streaming_service stream_music stream memberships abo service_subscribed member_of >
    subscription subscribes subscribed member membership · get_my_news get_news news_source current_affairs
    keep_up_with_the_news keep_up_with_current_affairs keep_current_affairs read_over_breakfast over_breakfast
    daily_paper informed > reads newspaper news subscribes paper magazine · four-legged furry furry_friend
    four-legged_friend take_for_walks go_for_walks walkies take_walks my_pup pup pooch mutt canine barks bark woof
    lives_with_me_animal animals_keep animals_do_i_keep > dog pet puppy · feline purrs purr meows meow
    catches_mice catches_my_mice kitty pussycat > cat kitten · which_animal what_animal animal_feed animals_feed
    furball > dog cat rabbit hamster pet parrot tortoise fish horse · reptile > tortoise snake lizard gecko turtle
    iguana · rodent > hamster mouse guinea rat gerbil · medicine_cabinet > takes medication · mother_tongue
    native_language native_tongue tongue tongues first_language languages_know fluent speak_besides bilingual
    converse > speaks native language fluent · loan_from owe_money > debt owes loan
"""

PLANS_MEANT = """
    in_mind got_in_mind have_in_mind bucket_list adventure next_adventure up_to_in am_i_up_to ahead coming_up
    lined_up hike_have_i_planned looking_forward on_my_agenda agenda want_to_do > plans wants intends hopes trip
    going planned · ambition ambitions aiming aspire aspiration aspirations achieve training_for working_towards
    work_towards target striving resolution accomplish set_myself dream_of my_dream > goal wants aims dreams hopes
    training plans · off_to next_holiday next_trip next_vacation flying_to fly_to will_i_see will_i_spend
    will_spend_vacation travel_destination destination journey_coming_up journey where_am_i_going where_am_i_off
    going_to_next travel_next upcoming_trip > going travels trip plans holiday flies fly booked visit flight ·
    spend_my_vacation spend_my_holiday spend_vacation spend_holiday places_seen places_have_i_seen
    seen_of_the_world last_trip last_holiday last_vacation countries_have_i countries_travelled where_have_i_been
    go_on_holiday been_to been_on_holiday travelled_to abroad > visited travelled been went trip holiday ·
    religious believe_in pray pray_to god denomination spiritual spirituality worship go_to_church belief beliefs
    creed which_church > christian muslim jewish buddhist hindu religion faith catholic atheist church protestant
    orthodox sikh believes baptist · gets_my_vote ballot political politically politics political_views
    cross_on_the_ballot stand_politically elections election vote_for > votes vote party greens labour
    conservatives liberal socialist democrats left-wing right-wing · get_presents get_gifts blow_out_candles
    blow_candles candles_out congratulate older turn_older big_day cake get_cake another_year_older year_older
    turn_a_year_older date_of_birth when_born came_into_the_world when_celebrate get_older > birthday born ·
    get_married got_married wedding_day when_married date_marry buy_flowers flowers_for_my_wife wed_on >
    anniversary wedding married · see_the_dentist see_dentist due_at_the_dentist dentist_visit dentist's
    look_at_my_teeth dental_appointment teeth_checked > dentist appointment dental · go_running go_swimming > runs
    running swims swimming
"""

ALIKE = "·".join(
    (
        *(MATTERS, IDIOMS),
        *(PEOPLE, HOME, WORK, HEALTH, TASTES, THINGS, TIMES),
        *(TRADE, AGREED, REPAIRS, HEALTH_EVENTS, SCHOOL, GATHERINGS),
        *(PEOPLE_MEANT, HOME_MEANT, WORK_MEANT, HEALTH_MEANT, TASTES_MEANT, THINGS_MEANT, PLANS_MEANT),
    )
)
