select portreeve_remember('{posts, listing_reports, promoted_posts, review_decisions, collections, collection_items, questions, keywords, moderating_messages}');
