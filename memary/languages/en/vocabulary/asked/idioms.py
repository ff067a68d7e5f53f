"""List English phrases whose words do not ask for what they ask for elsewhere: "turned out" asks for no birthday.

Groups are written as those of `memary.languages.en.vocabulary.asked.equivalents` are. A phrase with nothing right of
">" asks for no other words; its own ones are still looked for.
"""

OF_VERBS = """
    turn_out turn_out_to_be turn_on turn_into turn_around turn_over turn_back turn_to turn_left turn_right
    turn_red take_turns in_turn my_turn your_turn whose_turn turn_of_the take_place take_time take_long long_take
    take_off take_care take_care_of take_a_look take_into_account take_seriously take_for_granted take_advantage
    take_down take_apart take_action take_the_lead take_after take_back take_home take_to_school take_by_surprise
    take_a_break take_a_shower take_a_bath take_a_nap take_a_seat take_up take_part take_part_in take_it_easy
    take_to_get take_to_reach end_up end_up_with in_the_end make_ends_meet dead_end front_end back_end
    end_of_the_road at_the_end end_of_the_day expect_from expect_to is_expected are_expected was_expected
    expected_to what_to_expect expect_of cover_up covered_in covered_with cover_for cover_the_topic cover_topics
    chapters_cover course_cover stand_for stand_out stand_up stand_by stand_in stand_in_line stand_next
    night_stand keep_in_mind bear_in_mind go_ahead get_ahead ahead_of ahead_of_time go_wrong go_well go_on go_up
    go_down go_over go_through go_off go_bad go_by how_did_it_go how_it_went go_with run_into run_over run_late
    in_the_long_run run_away run_for leave_behind leave_a_message leave_a_note leave_a_review leave_a_comment
    leave_alone fall_apart fall_behind fall_in_love fall_through fall_on in_the_fall last_fall next_fall this_fall
    break_even break_the_news break_a_record break_into break_the_ice break_time lunch_break coffee_break
    get_back_to_me get_back_to_you get_back_at charge_the_phone charge_my_phone charge_the_battery pay_attention
    pay_attention_to save_time save_the_file save_the_document save_as save_space land_on meet_the_requirement
    meet_the_criteria make_sense make_sure make_it_to make_a_difference make_room switch_to switch_from switch_on
    light_switch switch_over lift_up give_a_lift drop_off drop_out lead_to lead_singer lead_time lead_guitar
    match_with mean_to keep_track keep_up_with keep_going keep_a_record sign_off sign_up hold_on hold_up_well
    work_out_well work_on_time how_does_it_work does_it_work how_it_works not_work stop_working start_over
    start_from_scratch to_start_with begin_with cross_the_street cross_the_road cross_the_border cross_off >
"""

OF_NOUNS = """
    on_what_date what_date which_date on_which_date the_date_of start_date end_date up_to_date out_of_date to_date
    date_is date_was save_the_date what_is_the_date date_for date_of_the cover_story book_cover album_cover
    front_cover cover_version cover_song cover_letter cover_page cover_image duvet_cover in_order_to out_of_order
    in_what_order in_which_order in_order put_in_order order_of stock_market stock_up stock_exchange for_sale
    on_account_of user_account email_account instagram_account github_account test_account number_one order_number
    reference_number seat_number version_number page_number file_size batch_size team_size paper_size bed_size
    wear_off wear_out wear_and_tear title_of book_title song_title page_title role_play user_role trade_off
    trade_fair trade_union in_a_row which_row row_of rows_of first_row last_row number_of_rows table_row close_the
    close_by close_down_the best_way best_time best_practice best_before best_wishes all_the_best do_my_best
    at_best best_place key_point key_points key_takeaway key_idea api_key key_metric key_result shift_key
    spare_room spare_part spare_parts spare_tyre spare_tire code_review source_code dress_code country_code
    discount_code promo_code qr_code bar_code line_of_code lines_of_code write_code area_code research_paper
    toilet_paper printing_paper support_team tech_support technical_support customer_support
    support_ticket support_group bank_holiday river_bank food_bank blood_bank power_bank policy_on return_policy
    refund_policy privacy_policy company_policy school_policy crash_course by_accident claim_to in_good_condition
    in_bad_condition condition_of terms_and_conditions air_conditioning air_conditioner weather_conditions
    machine_learning coffee_machine sewing_machine vending_machine virtual_machine what_cake which_cake
    bake_a_cake bake_the_cake cake_recipe kind_of_cake piece_of_cake chocolate_cake carrot_cake cake_stall
    cake_sale complaint_about complaint_from file_a_complaint make_a_complaint customer_complaint browser_window
    context_window shop_window time_window kitchen_window bedroom_window window_size clean_the_windows
    window_cleaner window_broken hard_drive usb_drive google_drive flash_drive external_drive test_drive
    live_stream home_page home_screen home_button business_partner training_partner project_partner
    partner_company sparring_partner tone_of_voice search_engine subject_line subject_of_the_email major_problem
    major_change major_issue world_class business_class of_course main_course golf_course unit_test run_the_tests
    test_environment test_data success_rate exchange_rate heart_rate first_rate interest_in letter_from letter_to
    capital_letter capital_letters first_letter wireless_headphones wireless_mouse wireless_keyboard shopping_bag
    tea_bag sleeping_bag garbage_bag phone_case phone_screen group_chat group_work focus_group piece_of_paper
    point_of_view ceiling_fan early_access present_at at_present present_to social_network networking_event
    field_trip football_field room_temperature room_for_improvement blog_post in_the_middle what's_the_difference
    target_audience target_group user_story success_story exception_of no_matter as_a_matter_of_fact >
"""

LIKENESSES = """
    look_like sound_like feel_like taste_like smell_like seem_like like_this like_that like_it_is what_is_it_like
    what_was_it_like over_the over_there all_over over_to over_time over_a over_my come_over look_over hand_over
    have_been has_been had_been been_doing look_into >
"""

ASKING_OTHERWISE = """
    turn_up turn_up_at show_up > turned arrived came showed · member_of_the_family family_member > mother father
    sister brother son daughter uncle aunt cousin grandmother grandfather · team_member member_of_the_team
    member_of_my_team > team colleague works · board_member member_of_the_board > board chair · crew_member
    staff_member > crew staff works · come_with > includes included comes extra · get_through > finished passed
    coped survived · what's_the_matter the_matter matter_with > wrong broken ill hurt pain trouble faulty upset ·
    older_than who_is_older > older age years · raise_money raise_for money_raised > raised fundraiser donated
    charity · pay_for > paid cost price costs pays · meal_plan > meals dinner monday · floor_plan seating_plan >
    plan · business_plan > business plan · call_it call_him call_her call_them is_called are_called was_called >
    called name named · close_at close_on time_close > closes shuts closing open · provider_of_childcare
    childcare_provider > nursery childminder · energy_provider energy_supplier > electricity gas energy supplier ·
    gift_card gift_voucher > voucher card · would_like_to > wants wishes plans hopes like · take_over_from > takes
    took replaces successor handover · take_over > takes took replaces successor handover · ask_out > date ·
    take_notes > notes notebook · take_a_picture take_photos take_pictures > photo photos camera picture ·
    stay_in_touch keep_in_touch > calls writes messages contact · run_out_of > out empty finished left ·
    go_out_for > dinner lunch drinks restaurant · sick_of tired_of fed_up_with > tired bored annoyed fed hates ·
    look_for looking_for > wants looking seeking needs · look_after > looks cares feeds babysits · in_charge >
    charge responsible leads · how_far > km kilometres miles metres · flight_number > flight plane ·
    invoice_number > invoice · ticket_number > ticket · exam_date test_date > exam test · delivery_date > delivery
    delivered arrives · launch_date release_date > launch launched release released opening · screen_size > screen
    monitor inch · live_music live_concert live_show > music concert band gig show · older_brother > brother ·
    older_sister > sister · meet_the_deadline > deadline due · land_a_job > job works hired started · pay_a_visit
    > visit visited · take_a_class take_a_course > class course lesson learns · take_the_exam take_the_test
    take_an_exam take_a_test > exam test
"""

IDIOMS = "·".join((OF_VERBS, OF_NOUNS, LIKENESSES, ASKING_OTHERWISE))
