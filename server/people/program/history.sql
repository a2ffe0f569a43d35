select portreeve_remember('{users, ban_reasons, devices, user_reports, gift_cards, policies, measures, value_lists, value_list_items}');
-- Without a past: verification_codes (secrets that expire).
