-- The columns of the search follow from the text. Another rule of them makes no version.
select portreeve_remember('{posts}', '{search_title, search, search_sketch}');
select portreeve_remember('{listing_reports, promoted_posts, review_decisions, collections, collection_items, questions, keywords, moderating_messages}');
-- Without a past: second_looks (what is on the desk has one, and the figures are of the looks that ended), photo_prints (they follow
-- from the photos).
