CREATE TABLE "erased_ids" (
	"entity" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "erased_ids_entity_digest_pk" PRIMARY KEY("entity","digest")
);
--> statement-breakpoint
-- Notes what was decided here, of a table of the marketplace's records (server/marketplace/ingest-tables.ts). Its arguments are the entity, the
-- columns of the key, and pairs of a field's name on the wire and its column (server/marketplace/import/triggers.ts prints the triggers).
-- A record that staff made is noted as 'made', with all its fields.
CREATE OR REPLACE FUNCTION portreeve_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  staff text := nullif(current_setting('portreeve.staff', true), '');
  was jsonb;
  became jsonb;
  of_key text;
  pair text[];
  value jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF staff IS NULL THEN
      RETURN NULL;
    END IF;
    became := to_jsonb(NEW);
  ELSE
    was := to_jsonb(OLD);
    IF TG_OP = 'UPDATE' THEN
      became := to_jsonb(NEW);
    END IF;
  END IF;
  SELECT string_agg(coalesce(was, became) ->> part, E'\x1f' ORDER BY n) INTO of_key
    FROM unnest(string_to_array(TG_ARGV[1], ',')) WITH ORDINALITY AS k(part, n);
  IF TG_OP = 'DELETE' THEN
    INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_by")
      VALUES (TG_ARGV[0], of_key, 'deleted', 'true', staff)
      ON CONFLICT ("entity", "key", "field") DO UPDATE SET "ours" = 'true', "decided_at" = now(), "decided_by" = excluded."decided_by", "settled" = false;
    DELETE FROM "decided_fields" WHERE "entity" = TG_ARGV[0] AND "key" = of_key AND "field" <> 'deleted';
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    DELETE FROM "decided_fields" WHERE "entity" = TG_ARGV[0] AND "key" = of_key;
    INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_by")
      VALUES (TG_ARGV[0], of_key, 'made', 'true', staff);
  END IF;
  FOR i IN 2 .. TG_NARGS - 1 LOOP
    pair := string_to_array(TG_ARGV[i], '=');
    value := became -> pair[2];
    CONTINUE WHEN TG_OP = 'UPDATE' AND value IS NOT DISTINCT FROM was -> pair[2] OR TG_OP = 'INSERT' AND pair[1] = 'deleted';
    IF pair[1] = 'deleted' THEN
      value := to_jsonb(jsonb_typeof(value) <> 'null');
    END IF;
    INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_by")
      VALUES (TG_ARGV[0], of_key, pair[1], value, staff)
      ON CONFLICT ("entity", "key", "field") DO UPDATE SET "ours" = excluded."ours", "decided_at" = now(), "decided_by" = excluded."decided_by", "settled" = false;
    -- The marketplace has said so before, or a deletion was undone.
    DELETE FROM "decided_fields" WHERE "entity" = TG_ARGV[0] AND "key" = of_key AND "field" = pair[1]
      AND ("differs_since" IS NOT NULL AND "theirs" = "ours" OR "field" = 'deleted' AND "ours" = 'false');
  END LOOP;
  RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "users";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "users";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "display_name", "email", "country_code", "phone_number", "post_ability", "app_version", "last_ip", "last_active", "subscription_state", "is_banned", "one_signal_id", "created_at", "stripe_customer_id", "stripe_connect_id", "payout_timing_preference", "listing_quantity_permission", "store_behavior", "early_access", "deleted_at" ON "users"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('users', 'uid', 'displayName=display_name', 'email=email', 'country_code=country_code', 'phone_number=phone_number', 'post_ability=post_ability', 'appVersion=app_version', 'last_ip=last_ip', 'lastActive=last_active', 'subscriptionState=subscription_state', 'isBanned=is_banned', 'oneSignalId=one_signal_id', 'created_at=created_at', 'stripe_customer_id=stripe_customer_id', 'stripe_connect_id=stripe_connect_id', 'payout_timing_preference=payout_timing_preference', 'listing_quantity_permission=listing_quantity_permission', 'store_behavior=store_behavior', 'early_access=early_access', 'deleted=deleted_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "staff";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "staff";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "email", "display_name", "role" ON "staff"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('staff', 'uid', 'email=email', 'displayName=display_name', 'role=role');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "devices";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "devices";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "device_id", "code", "created_at", "verification_status", "uid" ON "devices"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('devices', 'id', 'device_id=device_id', 'code=code', 'created_at=created_at', 'verification_status=verification_status', 'uid=uid');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "verification_codes";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "verification_codes";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "uid", "code", "created_at" ON "verification_codes"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('verification_codes', 'id', 'uid=uid', 'code=code', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "gift_cards";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "gift_cards";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "cents", "created_at" ON "gift_cards"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('gift_cards', 'code', 'cents=cents', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "posts";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "posts";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "deleted_at" ON "posts"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('listings', 'key', 'title=title', 'price=price', 'price_as_smallest_currency_unit=price_as_smallest_currency_unit', 'quantity=quantity', 'condition=condition', 'description=description', 'location=location', 'photosURL=photos_url', 'thumbnailImageURL=thumbnail_image_url', 'creatorUID=creator_uid', 'creatorName=creator_name', 'creationDate=creation_date', 'shipping=shipping', 'shipping_cost=shipping_cost', 'shipping_origin_zip_code=shipping_origin_zip_code', 'sold=sold', 'trades=trades', 'accepts_offers=accepts_offers', 'postType=post_type', 'post_version=post_version', 'variation=variation', 'postCountryCode=post_country_code', 'userSubscriptionState=user_subscription_state', 'review_state=review_state', 'review_message=review_message', 'deleted=deleted_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "listing_reports";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "listing_reports";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "post_key", "reporter_uid", "report_reason_id", "status", "created_at" ON "listing_reports"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('content_reports', 'id', 'post_key=post_key', 'reporter_uid=reporter_uid', 'report_reason_id=report_reason_id', 'status=status', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "user_reports";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "user_reports";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "reporting_uid", "reporter_uid", "report_reason_id", "input", "status", "created_at" ON "user_reports"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('user_reports', 'id', 'reporting_uid=reporting_uid', 'reporter_uid=reporter_uid', 'report_reason_id=report_reason_id', 'input=input', 'status=status', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "orders";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "orders";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "payment_id", "buyer_uid", "status", "created_at", "provider" ON "orders"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('orders', 'id', 'stripe_payment_intent_id=payment_id', 'buyer_uid=buyer_uid', 'status=status', 'created_at=created_at', 'provider=provider');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "transactions";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "transactions";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_buyer_comms_url", "dispute_seller_comms_url" ON "transactions"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('transactions', 'id', 'public_id=public_id', 'product_id=product_id', 'product_title=product_title', 'product_thumbnail_path=product_thumbnail_path', 'seller_uid=seller_uid', 'purchaser_uid=purchaser_uid', 'seller_display_name=seller_display_name', 'purchaser_display_name=purchaser_display_name', 'order_id=order_id', 'price=price', 'shipping_cost=shipping_cost', 'status=status', 'shipping_status=shipping_status', 'payout_status=payout_status', 'purchase_date=purchase_date', 'delivered_at=delivered_at', 'tracking_number=tracking_number', 'carrier=carrier', 'tracking_url=tracking_url', 'dispute_buyer_comms_url=dispute_buyer_comms_url', 'dispute_seller_comms_url=dispute_seller_comms_url');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "disputes";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "disputes";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "transaction_id", "creator_uid", "dispute_type", "status", "created_at", "resolved_at", "deadline_at", "buyer_statement", "seller_statement", "buyer_files", "seller_files" ON "disputes"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('disputes', 'id', 'transaction_id=transaction_id', 'creator_uid=creator_uid', 'dispute_type=dispute_type', 'status=status', 'created_at=created_at', 'resolved_at=resolved_at', 'deadline_at=deadline_at', 'buyer_statement=buyer_statement', 'seller_statement=seller_statement', 'buyer_files=buyer_files', 'seller_files=seller_files');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "ship_labels";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "ship_labels";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "key", "transaction_id", "created_at", "label_image_url", "tracking_number", "ep_shipment_id", "purchase_date", "payment_id", "status" ON "ship_labels"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('ship_labels', 'id', 'key=key', 'transaction_id=transaction_id', 'created_at=created_at', 'label_image_url=label_image_url', 'tracking_number=tracking_number', 'ep_shipment_id=ep_shipment_id', 'purchase_date=purchase_date', 'payment_intent_id=payment_id', 'status=status');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "conversations";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "conversations";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "conversations_messages_id", "product_id" ON "conversations"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('conversations', 'id', 'conversationsMessagesID=conversations_messages_id', 'product_id=product_id');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "promoted_posts";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "promoted_posts";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "key", "owner_uid", "post_id", "post_title", "post_thumbnail_image_path", "promo_start_date", "promo_end_date", "price", "created_at", "approval_status" ON "promoted_posts"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('promoted_posts', 'id', 'key=key', 'owner_uid=owner_uid', 'post_id=post_id', 'post_title=post_title', 'post_thumbnail_image_path=post_thumbnail_image_path', 'promo_start_date=promo_start_date', 'promo_end_date=promo_end_date', 'price=price', 'created_at=created_at', 'approval_status=approval_status');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "collections";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "collections";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "public_id", "title", "description", "image_url", "visible", "created_at" ON "collections"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('collections', 'id', 'public_id=public_id', 'title=title', 'description=description', 'image_url=image_url', 'visible=visible', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "collection_items";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "collection_items";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "added_at" ON "collection_items"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('collection_items', 'collection_id,post_key', 'added_at=added_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "questions";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "questions";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "title", "created_at", "creator_uid", "body", "order_id", "purchaser_uid", "seller_uid", "product_id", "tracking_number" ON "questions"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('questions', 'id', 'title=title', 'created_at=created_at', 'creator_uid=creator_uid', 'body=body', 'order_id=order_id', 'purchaser_uid=purchaser_uid', 'seller_uid=seller_uid', 'product_id=product_id', 'tracking_number=tracking_number');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "keywords";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "keywords";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "terms", "preferred_term", "created_at" ON "keywords"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('similar_content_keywords', 'id', 'terms=terms', 'preferred_term=preferred_term', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "moderating_messages";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "moderating_messages";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "text" ON "moderating_messages"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('moderating_messages', 'map,key', 'text=text');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "macros";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "macros";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "title", "text", "created_at" ON "macros"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('macros', 'id', 'title=title', 'text=text', 'created_at=created_at');--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided" ON "email_templates";--> statement-breakpoint
DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "email_templates";--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE OR UPDATE OF "subject_part", "text_part", "html_part", "created_timestamp" ON "email_templates"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('email_templates', 'template_name', 'SubjectPart=subject_part', 'TextPart=text_part', 'HtmlPart=html_part', 'CreatedTimestamp=created_timestamp');
--> statement-breakpoint
-- The records themselves say so now: a redeemed gift card, and the dispute of a transaction.
DELETE FROM "decided_fields" WHERE "entity" = 'gift_cards' AND "field" IN ('redeemed_by', 'redeemed_at')
  OR "entity" = 'transactions' AND "field" IN ('dispute_id', 'dispute_status');
--> statement-breakpoint
-- Decisions of before about fields that no trigger noted: edits of transactions, and statements, files and deadlines of disputes.
INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_at", "decided_by")
  SELECT DISTINCT ON (t."id", f) 'transactions', t."id", f, to_jsonb(t) -> f, a."at", a."actor_uid"
    FROM "audit" a JOIN "transactions" t ON t."id" = a."subject_id", jsonb_object_keys(CASE jsonb_typeof(a."after") WHEN 'object' THEN a."after" ELSE '{}' END) f
    WHERE a."subject_kind" = 'transaction' AND a."action" = 'transactions.save' AND to_jsonb(t) ? f
    ORDER BY t."id", f, a."at" DESC
  ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_at", "decided_by")
  SELECT DISTINCT ON (d."id", f) 'disputes', d."id", f, to_jsonb(d) -> f, a."at", a."actor_uid"
    FROM "audit" a JOIN "disputes" d ON d."transaction_id" = a."subject_id", jsonb_object_keys(CASE jsonb_typeof(a."after") WHEN 'object' THEN a."after" ELSE '{}' END) f
    WHERE a."subject_kind" = 'transaction' AND a."action" = 'disputes.record' AND to_jsonb(d) ? f
    ORDER BY d."id", f, a."at" DESC
  ON CONFLICT DO NOTHING;--> statement-breakpoint
-- A dispute that staff opened and that is still open.
INSERT INTO "decided_fields" ("entity", "key", "field", "ours")
  SELECT 'disputes', d."id", f, to_jsonb(d) -> f FROM "disputes" d, unnest(array['status', 'resolved_at']) f
    WHERE d."id" LIKE 'dp\_%' AND d."status" = 2
  ON CONFLICT DO NOTHING;
