-- Generated: npx tsx server/marketplace/import/triggers.ts > server/marketplace/program/record-triggers.sql

create or replace trigger portreeve_decided
  after insert or delete or update of display_name, email, country_code, phone_number, post_ability, app_version, last_ip, last_active, subscription_state, is_banned, one_signal_id, created_at, stripe_customer_id, stripe_connect_id, payout_timing_preference, listing_quantity_permission, store_behavior, early_access, deleted_at on users
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('users', 'uid', 'displayName=display_name', 'email=email', 'country_code=country_code', 'phone_number=phone_number', 'post_ability=post_ability', 'appVersion=app_version', 'last_ip=last_ip', 'lastActive=last_active', 'subscriptionState=subscription_state', 'isBanned=is_banned', 'oneSignalId=one_signal_id', 'created_at=created_at', 'stripe_customer_id=stripe_customer_id', 'stripe_connect_id=stripe_connect_id', 'payout_timing_preference=payout_timing_preference', 'listing_quantity_permission=listing_quantity_permission', 'store_behavior=store_behavior', 'early_access=early_access', 'deleted=deleted_at');

create or replace trigger portreeve_decided
  after insert or delete or update of email, display_name, role on staff
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('staff', 'uid', 'email=email', 'displayName=display_name', 'role=role');

create or replace trigger portreeve_decided
  after insert or delete or update of device_id, code, created_at, verification_status, uid on devices
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('devices', 'id', 'device_id=device_id', 'code=code', 'created_at=created_at', 'verification_status=verification_status', 'uid=uid');

create or replace trigger portreeve_decided
  after insert or delete or update of uid, code, created_at on verification_codes
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('verification_codes', 'id', 'uid=uid', 'code=code', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of cents, created_at on gift_cards
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('gift_cards', 'code', 'cents=cents', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of title, price, price_as_smallest_currency_unit, quantity, condition, description, location, photos_url, thumbnail_image_url, creator_uid, creator_name, creation_date, shipping, shipping_cost, shipping_origin_zip_code, sold, trades, accepts_offers, post_type, post_version, variation, post_country_code, user_subscription_state, review_state, review_message, deleted_at on posts
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('listings', 'key', 'title=title', 'price=price', 'price_as_smallest_currency_unit=price_as_smallest_currency_unit', 'quantity=quantity', 'condition=condition', 'description=description', 'location=location', 'photosURL=photos_url', 'thumbnailImageURL=thumbnail_image_url', 'creatorUID=creator_uid', 'creatorName=creator_name', 'creationDate=creation_date', 'shipping=shipping', 'shipping_cost=shipping_cost', 'shipping_origin_zip_code=shipping_origin_zip_code', 'sold=sold', 'trades=trades', 'accepts_offers=accepts_offers', 'postType=post_type', 'post_version=post_version', 'variation=variation', 'postCountryCode=post_country_code', 'userSubscriptionState=user_subscription_state', 'review_state=review_state', 'review_message=review_message', 'deleted=deleted_at');

create or replace trigger portreeve_decided
  after insert or delete or update of post_key, reporter_uid, report_reason_id, status, created_at on listing_reports
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('content_reports', 'id', 'post_key=post_key', 'reporter_uid=reporter_uid', 'report_reason_id=report_reason_id', 'status=status', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of reporting_uid, reporter_uid, report_reason_id, input, status, created_at on user_reports
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('user_reports', 'id', 'reporting_uid=reporting_uid', 'reporter_uid=reporter_uid', 'report_reason_id=report_reason_id', 'input=input', 'status=status', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of payment_id, buyer_uid, status, created_at, provider, ship_to_name, ship_to_line1, ship_to_line2, ship_to_city, ship_to_region, ship_to_postal_code, ship_to_country on orders
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('orders', 'id', 'stripe_payment_intent_id=payment_id', 'buyer_uid=buyer_uid', 'status=status', 'created_at=created_at', 'provider=provider', 'ship_to_name=ship_to_name', 'ship_to_line1=ship_to_line1', 'ship_to_line2=ship_to_line2', 'ship_to_city=ship_to_city', 'ship_to_region=ship_to_region', 'ship_to_postal_code=ship_to_postal_code', 'ship_to_country=ship_to_country');

create or replace trigger portreeve_decided
  after insert or delete or update of public_id, product_id, product_title, product_thumbnail_path, seller_uid, purchaser_uid, seller_display_name, purchaser_display_name, order_id, price, shipping_cost, status, shipping_status, payout_status, purchase_date, delivered_at, tracking_number, carrier, tracking_url, dispute_buyer_comms_url, dispute_seller_comms_url on transactions
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('transactions', 'id', 'public_id=public_id', 'product_id=product_id', 'product_title=product_title', 'product_thumbnail_path=product_thumbnail_path', 'seller_uid=seller_uid', 'purchaser_uid=purchaser_uid', 'seller_display_name=seller_display_name', 'purchaser_display_name=purchaser_display_name', 'order_id=order_id', 'price=price', 'shipping_cost=shipping_cost', 'status=status', 'shipping_status=shipping_status', 'payout_status=payout_status', 'purchase_date=purchase_date', 'delivered_at=delivered_at', 'tracking_number=tracking_number', 'carrier=carrier', 'tracking_url=tracking_url', 'dispute_buyer_comms_url=dispute_buyer_comms_url', 'dispute_seller_comms_url=dispute_seller_comms_url');

create or replace trigger portreeve_decided
  after insert or delete or update of transaction_id, creator_uid, dispute_type, status, created_at, resolved_at, deadline_at, buyer_statement, seller_statement, buyer_files, seller_files on disputes
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('disputes', 'id', 'transaction_id=transaction_id', 'creator_uid=creator_uid', 'dispute_type=dispute_type', 'status=status', 'created_at=created_at', 'resolved_at=resolved_at', 'deadline_at=deadline_at', 'buyer_statement=buyer_statement', 'seller_statement=seller_statement', 'buyer_files=buyer_files', 'seller_files=seller_files');

create or replace trigger portreeve_decided
  after insert or delete or update of key, transaction_id, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status on ship_labels
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('ship_labels', 'id', 'key=key', 'transaction_id=transaction_id', 'created_at=created_at', 'label_image_url=label_image_url', 'tracking_number=tracking_number', 'ep_shipment_id=ep_shipment_id', 'purchase_date=purchase_date', 'payment_intent_id=payment_id', 'status=status');

create or replace trigger portreeve_decided
  after insert or delete or update of conversations_messages_id, product_id on conversations
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('conversations', 'id', 'conversationsMessagesID=conversations_messages_id', 'product_id=product_id');

create or replace trigger portreeve_decided
  after insert or delete or update of key, owner_uid, post_id, post_title, post_thumbnail_image_path, promo_start_date, promo_end_date, price, created_at, approval_status on promoted_posts
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('promoted_posts', 'id', 'key=key', 'owner_uid=owner_uid', 'post_id=post_id', 'post_title=post_title', 'post_thumbnail_image_path=post_thumbnail_image_path', 'promo_start_date=promo_start_date', 'promo_end_date=promo_end_date', 'price=price', 'created_at=created_at', 'approval_status=approval_status');

create or replace trigger portreeve_decided
  after insert or delete or update of public_id, title, description, image_url, visible, created_at on collections
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('collections', 'id', 'public_id=public_id', 'title=title', 'description=description', 'image_url=image_url', 'visible=visible', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of added_at on collection_items
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('collection_items', 'collection_id,post_key', 'added_at=added_at');

create or replace trigger portreeve_decided
  after insert or delete or update of title, created_at, creator_uid, body, order_id, purchaser_uid, seller_uid, product_id, tracking_number on questions
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('questions', 'id', 'title=title', 'created_at=created_at', 'creator_uid=creator_uid', 'body=body', 'order_id=order_id', 'purchaser_uid=purchaser_uid', 'seller_uid=seller_uid', 'product_id=product_id', 'tracking_number=tracking_number');

create or replace trigger portreeve_decided
  after insert or delete or update of terms, preferred_term, created_at on keywords
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('similar_content_keywords', 'id', 'terms=terms', 'preferred_term=preferred_term', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of text on moderating_messages
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('moderating_messages', 'map,key', 'text=text');

create or replace trigger portreeve_decided
  after insert or delete or update of title, text, created_at on macros
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('macros', 'id', 'title=title', 'text=text', 'created_at=created_at');

create or replace trigger portreeve_decided
  after insert or delete or update of subject_part, text_part, html_part, created_timestamp on email_templates
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided('email_templates', 'template_name', 'SubjectPart=subject_part', 'TextPart=text_part', 'HtmlPart=html_part', 'CreatedTimestamp=created_timestamp');
