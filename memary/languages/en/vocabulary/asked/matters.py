"""List English words of everyday matters with those by which they are told: bills, lessons, trips, repairs, pets.

Groups are written as those of `memary.languages.en.vocabulary.asked.equivalents` are.
"""

CONTRACTS = """
    internet_people internet_guy internet_man get_the_internet_connected internet_connected internet_installed >
    broadband engineer fibre router wifi technician · broadband_contract internet_contract phone_contract
    mobile_contract phone_plan mobile_plan data_plan tariff > contract tariff plan gigabytes gb sim unlimited
    month provider · mobile_data data_allowance how_much_data > gb gigabytes gigabyte data unlimited · technician
    repairman tradesman handyman > engineer technician plumber electrician fitter mechanic · tv television telly >
    tv television screen oled inch · screen monitor display > screen monitor display inch · tablet_computer
    e-reader ereader > ipad tablet kindle kobo reader · headset earphones earbuds headphones > headset earphones
    earbuds headphones airpods · charger power_bank battery > charger battery charging · user_name username
    sign_in sign_in_with log_in log_on account_name > username login account email handle · free_trial
    trial_period > trial free ends · renew renewal renewed auto-renew > renews renewed renewal extends extended ·
    cancel_the_subscription unsubscribe end_the_contract get_out_of_the_contract give_notice notice_period >
    cancelled canceled notice terminated ends cancel · bill bills utility_bill > bill electricity gas water
    invoice council · meter meter_reading > meter reading · direct_debit standing_order taken_from taken_out_of
    money_taken payment_taken debited come_out_of_the_account leave_the_account > debit debited account taken
    leaves monthly due · is_it_taken > taken takes debited account tablet · security_deposit get_the_deposit_back
    > deposit · bank_statement > statement account bank · overdraft in_the_red overdrawn > overdraft overdrawn ·
    money_owed who_owes_me pay_me_back paid_me_back lent_money borrowed_from_me > owes owe lent borrowed ·
    split_the_bill share_the_cost share_the_costs split_the_cost go_halves chip_in > split share shares half
    halves each · budget spending_limit spend_at_most > budget spend limit most · pension retirement_savings >
    pension · pocket_money allowance > pocket allowance week
"""

MOVES = """
    moving_day moving_date day_of_the_move get_the_keys pick_up_the_keys keys_handed > move moving keys handover
    moves removal completion · movers removal_company moving_company removal_firm removal_men > removal removals
    movers van moving · viewing view_the_flat look_at_the_flat look_at_the_house > viewing · estate_agent realtor
    letting_agent letting_agency > agent agency estate letting · tenant tenants lodger lodgers subtenant > tenant
    lodger rents sublet room · heating radiator boiler warm_water hot_water > heating boiler radiator heater ·
    mould mold damp > mould mold damp mildew · blocked_drain drain toilet_blocked clogged > drain blocked sink
    plumber clogged · power_cut blackout power_outage > electricity power fuse outage cut · rubbish trash garbage
    refuse_collection bins bin_day recycling > bins rubbish recycling collection collected garbage trash ·
    house_rules building_rules > noise rules quiet · move_out moved_out moving_out > moved moves leaves left
    notice · move_in_together moving_in_with > moving together · parking_space parking_spot where_did_i_park
    where_parked > parked parking garage space level bay · storage_unit put_into_storage where_did_i_put
    where_do_i_keep where_kept stowed > kept keeps stored drawer cupboard attic cellar box shelf · attic loft >
    attic loft · cellar basement > cellar basement
"""

BODY = """
    check-up checkup medical health_check physical_exam see_the_doctor doctor's_appointment medical_appointment
    annual_review review_appointment seen_at_the_clinic seen_again > appointment check-up checkup review follow-up
    clinic hospital doctor gp · follow-up follow_up_appointment go_back_to_the_hospital back_at_the_hospital >
    follow-up review appointment clinic check-up · eye_test optician eyes_tested sight_test > optician eye eyes
    optometrist · hearing_test ears_tested > hearing audiologist · physio physiotherapist physiotherapy
    back_specialist > physio physiotherapist physiotherapy · skin_doctor dermatologist > dermatologist skin ·
    heart_doctor cardiologist > cardiologist heart · women's_doctor gynaecologist gynecologist > gynaecologist
    gynecologist · children's_doctor paediatrician pediatrician > paediatrician pediatrician · specialist referred
    referral > consultant specialist referred referral cardiologist dermatologist neurologist · midwife antenatal
    > midwife antenatal scan · braces orthodontist > braces orthodontist · ache aches hurts_me pain sore painful >
    pain aches ache hurts sore · headache migraine > headache headaches migraine · tummy stomach stomach_ache >
    stomach tummy nausea · dizzy dizziness faint fainted light-headed > dizzy faint fainted dizziness ·
    short_of_breath breathing breathe wheezing > breath asthma inhaler wheezing · under_the_weather come_down_with
    came_down_with caught_a_bug > flu cold ill sick virus fever covid · hay_fever pollen > pollen hay
    antihistamine · how_much_do_i_take how_often_do_i_take how_many_milligrams milligrams mg twice_a_day > mg dose
    tablet tablets takes twice daily · increase_the_dose dose_changed new_dose > dose mg increased doubled raised
    lowered · vitamin vitamins supplement supplements > vitamin supplement supplements iron magnesium omega ·
    blood_pressure > pressure · blood_sugar glucose > sugar glucose insulin · bandage stitches > stitches bandage
    dressing wound · crutches wheelchair walking_stick > crutches wheelchair stick · contraception birth_control >
    contraceptive pill coil · menstruation > period cycle · hearing_aid hearing_aids > hearing aid aids · sunburn
    sun_cream sunscreen > sunburn sunscreen cream spf · mental_state burnt_out burnout burned_out > burnout
    exhausted stressed therapy · quit_smoking stop_smoking give_up_smoking > smoking smoke cigarettes patches
"""

LESSONS = """
    evening_class night_school evening_course adult_education > course class evening college · online_course mooc
    > course online coursera udemy module · certificate certification accreditation credential credentials >
    certificate certified certification passed diploma · assessment assessed graded marked_work > assessment exam
    test essay coursework presentation grade · term_paper essay > essay paper assignment dissertation · exam_board
    resit retake sit_again > resit retake exam · course_start class_start lessons_start > course class term starts
    begins lessons · driving_lessons driving_instructor driving_school driving_test > driving instructor test
    theory lesson · language_class language_course language_school > course class lessons language · music_lessons
    piano_lessons guitar_lessons > lessons teacher piano guitar violin · swimming_lessons > swimming lessons pool
    · scholarship bursary grant student_finance student_loan > scholarship bursary grant loan funding · enrol
    enroll enrolment enrollment register_for registered_for > enrolled registered signed · lecture lectures
    seminar > lecture seminar class · timetable > monday tuesday wednesday thursday friday timetable class lesson
    · childcare nursery creche preschool > nursery kindergarten creche childminder daycare · head_teacher
    headmaster headmistress principal > head headteacher principal · school_uniform uniform > uniform
"""

FAMILY_EVENTS = """
    kids_party children's_party party_for_the_kids bouncy_castle party_for_my_son party_for_my_daughter > party
    birthday entertainer magician clown cake balloons bouncy · party_theme theme_of_the_party > theme pirate
    princess dinosaur unicorn superhero · party_bags goody_bags party_favours > bags sweets stickers ·
    buy_for_the_birthday give_for_birthday birthday_present what_to_give give_her_for give_him_for present_for
    gift_for > present gift wants bought gave wished · wish_list christmas_list > wants wishes wish list ·
    christening baptism baptised baptized > christening baptism baptised baptized godmother godfather · godparent
    godparents > godmother godfather · best_man bridesmaid bridesmaids maid_of_honour > bridesmaid maid best man ·
    honeymoon > honeymoon · wedding_venue > venue reception hall castle church barn · invite invited invitation
    guest_list > invited invitation guests coming · rsvp who_is_coming who_can't_come > coming invited accepted
    declined · adopt adopted adoption foster > adopted adoption foster · due_date_of_the_baby when_is_the_baby_due
    baby_due > due baby pregnant expecting · stepfather stepdad stepmother stepmum > stepfather stepdad stepmother
    stepmum · in-laws > mother-in-law father-in-law in-laws · fasting ramadan > fasting fasts ramadan lent eid ·
    eid diwali hanukkah passover easter > eid diwali hanukkah passover easter celebrates · public_holiday
    bank_holiday day_off > holiday off closed · guests_expected visitors_expected expect_guests expecting_guests
    expecting_visitors > guests visitors coming arrive arriving visit visiting
"""

PASTIMES = """
    audiobook audiobooks > audiobook audible listens · book_club reading_group reading_circle > book club reading
    discuss · library library_book > library borrowed · comic comics manga graphic_novel > comic comics manga ·
    board_game board_games tabletop > board catan chess game games · card_game > cards poker bridge rummy game ·
    jigsaw puzzle crossword > jigsaw puzzle crossword sudoku · theatre theater musical opera ballet
    play_at_the_theatre > theatre theater musical opera ballet tickets · gallery exhibition > exhibition museum
    gallery · choir sing singing > choir sings singing · handicraft handicrafts crafts needlework > knits sews
    crochet knitting sewing embroidery pottery · knitting knit crochet > knits knitting crochet scarf wool jumper
    · sewing sew > sewing sews sewed fabric dress · woodwork carpentry diy > built builds shelf wood sanding drill
    · birdwatching bird-watching > birds birdwatching binoculars · running_plan training_plan training_schedule
    exercise_plan > training runs km marathon session intervals week plan · marathon half-marathon fun_run
    running_race > marathon race half-marathon km training · personal_best pb fastest_time > personal best record
    minutes time · warm_up stretching stretches > stretches stretching yoga warm · swimming_pool pool > pool swims
    swimming lengths · sports_gear sports_kit > shoes racket kit boots trainers · league tournament cup_match >
    league tournament cup match · sprain strain pulled_muscle > sprained strained pulled muscle · dance_class
    ballroom salsa > dance dancing salsa tango ballet
"""

JOURNEYS = """
    boat ship ferry sail sailing cruise > ferry boat ship sails cruise crossing harbour · crossing > ferry
    crossing · coach_trip long-distance_bus > coach bus · train_leave train_go train_ticket by_train
    take_the_train catch_the_train miss_the_train train_arrive train_back > train railway ticket departs leaves
    station platform seat · platform gate > platform gate · layover stopover change_trains change_planes > layover
    stopover change connection changes transfer · take_the_plane go_by_plane by_plane by_air > flight flies flying
    plane airline · book_a_table table_for_dinner > table reservation reserved booked · book_a_room book_a_hotel
    book_a_flight book_tickets book_an_appointment > booked reserved reservation booking · lodging lodgings
    accommodation place_to_stay sleep_there spend_the_night put_up_for_the_night overnight > hotel hostel
    guesthouse airbnb cabin apartment staying stays b&b campsite · camp camping tent campsite > tent campsite
    camping caravan campervan · check_in check-in > check-in check arrival · check_out check-out > check-out check
    leave · hire_car rental_car rent_a_car car_hire > rental hire rented hired car · hand_luggage carry-on
    cabin_bag > luggage cabin bag suitcase kg · pack packing packing_list take_with_us take_with_me > pack packed
    suitcase bring · travel_insurance > insurance insured travel · jet_lag time_difference > jet lag hours ·
    itinerary > itinerary · sightseeing sights attractions > museum castle cathedral tour visited · ski_trip
    ski_holiday > ski skiing slopes · season_ticket railcard bus_pass travel_pass travelcard > pass railcard
    ticket season monthly · taxi cab uber > taxi cab uber · toll vignette motorway > toll vignette motorway ·
    get_picked_up pick_me_up pick_us_up fetch_me > picks collect collects fetches pick station airport
"""

TABLE = """
    pescatarian eat_fish seafood shellfish > pescatarian fish seafood prawns shellfish allergic · low-carb keto
    slimming on_a_diet > diet keto carbs low-carb calories weight · gluten wheat bread > coeliac celiac gluten
    wheat bread · lactose milk_in_coffee dairy-free > lactose oat soy milk dairy · sugar sweetener sweeten > sugar
    sweetener honey sweet · spicy hot_food chilli > spicy chilli hot mild curry · caffeine decaf > coffee caffeine
    decaf tea · oven_temperature oven how_hot bake_at > oven degrees celsius fahrenheit · how_long_bake
    how_long_cook how_long_roast baking_time cooking_time > minutes hour hours oven bake · rise_dough dough
    sourdough starter > dough sourdough starter yeast flour proof · marinade marinate > marinade marinate soak
    overnight · ingredient ingredients goes_into_the_recipe > flour butter sugar eggs recipe cups grams ·
    substitute instead_of_butter instead_of_eggs > replace instead substitute swap · leftovers freeze_the freezer
    > freezer frozen leftovers freeze · breakfast eat_in_the_morning > breakfast porridge cereal toast eggs muesli
    · packed_lunch lunchbox > lunch sandwich box · takeaway takeout > takeaway pizza curry delivery · grocery
    groceries grocery_shopping food_shopping weekly_shop > supermarket groceries shopping aldi lidl tesco ·
    shopping_list buy_at_the_supermarket > buy list milk bread eggs · kitchen_gadget kitchen_appliance air_fryer >
    fryer blender mixer oven pan · barbecue bbq grill > barbecue bbq grill grilled
"""

STALLS = """
    stall market_stall craft_fair fair flea_market farmers'_market > stall market fair stand pitch · pitch_fee
    stall_fee cost_of_the_stall stall_cost > stall pitch fee table · market_takings take_at_the_market
    made_at_the_market earned_at_the_market > takings took sold made earned · profit margin net_income
    make_on_each > profit margin earned made costs · best_seller bestseller sells_best sell_best most_popular >
    sold sells popular best · print printed printer printing print_shop > printer printed prints prints ink paper
    · label labels sticker stickers > label labels stickers sticker · packaging wrap wrapped boxes_for > packaging
    box boxes wrapping tissue mailers · flyer flyers leaflet leaflets poster business_cards > flyer flyers
    leaflets posters printed cards · logo branding > logo designer brand colours · website web_page online_shop
    webshop web_shop > website domain shop etsy shopify site · craft hand-made handmade > made makes sells
    handmade · raw_materials what_material which_material > wax clay wool wood fabric supplier material ·
    custom_order commission commissioned bespoke > commission custom ordered order · wholesale wholesale_order
    bulk > wholesale bulk order pieces · vat sales_tax > vat tax · tax_return_due self-assessment > tax return
    deadline
"""

GARDEN_AND_PETS = """
    sow sowed sown plant_out planted seedlings > planted sowed seeds seedlings sow beds · harvest harvested
    picked_from crop > harvested harvest picked ripe · lawn mow mower grass > lawn mow mowed mower grass · compost
    fertiliser fertilizer manure > compost fertiliser fertilizer manure · pest pests slugs aphids > slugs aphids
    snails pests mice · prune pruned hedge trim > pruned prune hedge cut trimmed · watering water_the_plants
    irrigation > water watered watering waters · houseplant houseplants pot_plant > plant monstera orchid cactus
    fern pot · greenhouse polytunnel > greenhouse · see_the_vet vet's_appointment at_the_vet vet_say vet_find
    vet_visit > vet jab vaccination vaccinated appointment tablets · limp limping lame paw > limping limp paw leg
    · fleas ticks worms worming flea_treatment > fleas ticks worms worming treatment · pet_food dog_food cat_food
    feed_the_dog feed_the_cat > food feeds kibble wet dry grams · scratch scratching > scratching scratches skin
    itchy · dog-sitter dog_sitter cat-sitter cat_sitter pet_sitter look_after_the_dog look_after_the_cat kennel
    cattery > sitter kennels cattery looks feeds · dog_training puppy_class puppy_school > training puppy class
    trainer · microchip chipped > chip microchip chipped
"""

VEHICLES = """
    mot service_due car_service car_serviced roadworthiness > mot service serviced garage inspection · garage
    workshop mechanic > garage mechanic workshop repair · flat_tyre flat_tire puncture > puncture flat tyre tire ·
    brake brakes > brake brakes pads · oil_change engine > oil engine · dent scratch_on_the_car > dent scratch
    scratched bumper · petrol fuel fill_up gas_mileage > petrol diesel fuel litres gallon · electric_car
    charge_the_car charging_station > electric charging charger ev kwh · mileage odometer miles_on_the_car > miles
    km mileage kilometres · tow towed breakdown_service > towed breakdown recovery · motorbike motorcycle scooter
    moped > motorbike motorcycle scooter · bike_repair bike_shop bike_chain > bike chain brakes puncture gear ·
    e-bike electric_bike > e-bike electric bike · child_seat car_seat > seat isofix
"""

OFFICE = """
    write_up presentation slides deck > report presentation slides due · hand_over handover takes_over take_over >
    takes handover handed over · stand-up standup weekly_meeting team_meeting jour_fixe > meeting meets standup
    weekly · minutes_of_the_meeting meeting_notes > minutes notes · performance_review appraisal
    annual_review_at_work review_with_my_boss > appraisal review feedback · job_interview interview > interview
    interviewed · applied_for apply_for application job_application > applied application interview · cv resume >
    cv resume · probation trial_period_at_work > probation · part-time full-time hours_a_week > part-time
    full-time hours week · day_shift night_shift early_shift late_shift rota roster on_duty > shift shifts rota
    nights early late · depot warehouse loading_bay > depot warehouse · business_trip work_trip conference >
    conference trip travels flies · business_partner co-founder cofounder > partner co-founder founder founded ·
    biggest_customer main_customer biggest_client main_client > client customer biggest · send_the_invoice
    bill_the_client > invoice invoiced invoices billed · training_at_work induction onboarding > training
    onboarding induction · sick_note sick_leave signed_off > sick note leave signed · maternity_leave
    paternity_leave parental_leave > leave maternity paternity parental · union strike > union strike · desk_chair
    standing_desk > desk chair · target_group target_audience aimed_at > audience customers aimed readers
"""

COMPUTERS = """
    script program programme code_i_wrote > script program python code tool · query sql_query > query sql database
    · database db > database postgres mysql sqlite mongodb · spreadsheet excel sheet_with > spreadsheet excel
    sheet csv column · programming_language coding_language code_in program_in coding > python rust java
    javascript typescript go kotlin language · speed_up sped_up make_it_faster made_it_faster performance_gain
    how_much_faster > faster speed seconds cached index parallel slow · slow slowness bottleneck takes_too_long >
    slow bottleneck seconds latency · backup backups back_up > backup backups backed · operating_system os > linux
    ubuntu windows macos · text_editor code_editor ide > vim emacs vscode pycharm editor · server web_host
    where_hosted > server hosted hosting aws cloud vps · repository repo git > repository repo github gitlab ·
    hard_drive hard_disk disk_space storage_space > disk ssd drive tb gb storage · error_message stack_trace
    exception > error exception message · unit_tests test_suite tests_fail > tests test failing pytest · framework
    library_do_i_use > framework library react django flask · phone_broken cracked_screen screen_broken > screen
    cracked broken phone · virus_on malware hacked phishing > hacked malware phishing scam
"""

MANNER = """
    smiley smileys emoji emojis emoticons > emoji emojis smileys · bullet_points bullets bulleted_list list_form >
    bullet bullets list lists prose · headings headlines headers > headings headers · in_a_table tables as_a_table
    > table tables · keep_it_short how_long_should_answers length_of_answers short_answers brief concise > short
    brief concise sentences long · first_line start_the_answer begin_your_answer start_your_answer > first line
    begin start summary answer · reply_in answer_in language_should_you which_language_should write_to_me_in >
    answer reply language english german french write · units metric imperial celsius_or > metric imperial units
    celsius kilometres miles · tone_of_voice what_tone which_tone formal informal > tone formal informal casual
    friendly · how_should_you_answer how_should_answers style_of_answers > answers answer prefers short bullet
    detailed · spelling british_spelling > spelling british american · time_format date_format 24-hour > format
    24-hour clock
"""

APPEARANCE = """
    outfit dress_for wear_to what_to_wear > wear wears dress suit shirt · dress_code > dress code smart casual tie
    · suit tuxedo > suit tailor jacket · coat jacket > coat jacket parka anorak · hairdresser's get_my_hair_done
    hair_done hair_salon trim_my_hair > hairdresser hair salon barber cut · hair_colour hair_color dye dyed
    highlights > hair dyed blonde colour highlights · nails manicure pedicure > nails manicure · skincare
    skin_care moisturiser face_cream > cream skin serum moisturiser · perfume scent aftershave > perfume scent
    fragrance · make-up cosmetics lipstick > make-up lipstick mascara foundation · beard shave shaving > beard
    shaves shaved · tattoo tattoos piercing > tattoo piercing · ring_size > ring size · laundry wash_the_clothes
    dry_cleaning > laundry wash washing cleaner · tailor alterations taken_in hemmed > tailor altered hem
"""

PAPERS = """
    passport_renewed renew_my_passport new_passport > passport renewal renewed expires · residence_permit
    work_permit permit green_card > permit residence visa · fill_in_the_form fill_out_the_form which_form
    application_form > form forms application filled · signature sign_the_form signed_by needs_signing countersign
    > sign signed signature · notary notarised notarized > notary solicitor · will_and_testament last_will > will
    solicitor testament · birth_certificate marriage_certificate > certificate registry · power_of_attorney >
    attorney power · proof_of_address > bill proof address · bank_details iban account_number sort_code > iban
    account sort number · tax_number tax_id national_insurance social_security_number > tax insurance social
    number · identity_card id > id identity passport card · appointment_at_the council_office town_hall >
    appointment council hall registry · citizenship_test naturalisation naturalization > citizenship ·
    registered_with register_at > registered · weather_forecast weather_like how_is_the_weather > rain sunny snow
    degrees forecast storm cloudy · heatwave hot_weather > heatwave hot heat degrees · power_tool power_tools >
    drill saw sander · volunteer_at help_out_at > volunteers volunteer volunteering helps
"""

MATTERS = "·".join(
    (
        *(CONTRACTS, MOVES, BODY, LESSONS, FAMILY_EVENTS, PASTIMES, JOURNEYS, TABLE, STALLS),
        *(GARDEN_AND_PETS, VEHICLES, OFFICE, COMPUTERS, MANNER, APPEARANCE, PAPERS),
    )
)
