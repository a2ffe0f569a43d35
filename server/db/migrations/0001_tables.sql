CREATE TABLE "ban_reasons" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"reason" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"actor_uid" text,
	"actor" text
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"device_id" text,
	"code" text,
	"created_at" text,
	"created_at_time" timestamp(3) with time zone,
	"verification_status" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"code" text PRIMARY KEY NOT NULL,
	"cents" bigint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"redeemed_by" text,
	"redeemed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"reporting_uid" text NOT NULL,
	"reporter_uid" text,
	"report_reason_id" text,
	"input" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"display_name" text,
	"email" text,
	"country_code" text,
	"phone_number" text,
	"post_ability" integer,
	"app_version" text,
	"last_ip" text,
	"last_active" text,
	"subscription_state" text,
	"is_banned" boolean DEFAULT false NOT NULL,
	"one_signal_id" text,
	"created_at" text,
	"created_at_time" timestamp(3) with time zone,
	"stripe_customer_id" text,
	"stripe_connect_id" text,
	"payout_timing_preference" text,
	"available_balance" bigint,
	"pending_balance" bigint,
	"listing_quantity_permission" smallint DEFAULT 0 NOT NULL,
	"store_behavior" smallint DEFAULT 0 NOT NULL,
	"early_access" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"search_name" text DEFAULT '' NOT NULL,
	"search_email" text DEFAULT '' NOT NULL,
	"search_uid" text DEFAULT '' NOT NULL,
	"search_phone" text DEFAULT '' NOT NULL,
	"search_push" text DEFAULT '' NOT NULL,
	"search_ip" text DEFAULT '' NOT NULL,
	"search" text GENERATED ALWAYS AS (search_name || 'Z' || search_email || 'Z' || search_uid || 'Z' || search_phone || 'Z' || search_push || 'Z' || search_ip) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"code" text NOT NULL,
	"created_at" text NOT NULL,
	"created_at_time" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "collection_items" (
	"collection_id" text NOT NULL,
	"post_key" text NOT NULL,
	"added_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "collection_items_collection_id_post_key_pk" PRIMARY KEY("collection_id","post_key")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" text,
	"title" text,
	"description" text,
	"image_url" text,
	"visible" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"post_key" text NOT NULL,
	"reporter_uid" text,
	"report_reason_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listings" (
	"key" text PRIMARY KEY NOT NULL,
	"title" text,
	"price" double precision,
	"price_as_smallest_currency_unit" bigint,
	"quantity" integer,
	"condition" text,
	"description" text,
	"location" jsonb,
	"photos_url" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"thumbnail_image_url" text,
	"creator_uid" text NOT NULL,
	"creator_name" text,
	"creation_date" text,
	"creation_date_time" timestamp(3) with time zone,
	"shipping" boolean,
	"shipping_cost" bigint,
	"shipping_origin_zip_code" text,
	"sold" boolean,
	"trades" boolean,
	"accepts_offers" boolean,
	"post_type" smallint DEFAULT 0 NOT NULL,
	"post_version" smallint,
	"variation" text,
	"post_country_code" text,
	"user_subscription_state" text,
	"review_state" text DEFAULT 'pending' NOT NULL,
	"review_message" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "moderating_messages" (
	"map" text NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "moderating_messages_map_key_pk" PRIMARY KEY("map","key")
);
--> statement-breakpoint
CREATE TABLE "promoted_posts" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text,
	"owner_uid" text NOT NULL,
	"post_id" text,
	"post_title" text,
	"post_thumbnail_image_path" text,
	"promo_start_date" timestamp(3) with time zone,
	"promo_end_date" timestamp(3) with time zone,
	"price" bigint,
	"created_at" timestamp(3) with time zone NOT NULL,
	"charge_stripe_id" text,
	"approval_status" smallint DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"creator_uid" text,
	"body" text,
	"order_id" text,
	"purchaser_uid" text,
	"seller_uid" text,
	"product_id" text,
	"tracking_number" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "similar_content_keywords" (
	"id" text PRIMARY KEY NOT NULL,
	"terms" text NOT NULL,
	"preferred_term" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"creator_uid" text NOT NULL,
	"dispute_type" smallint NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"resolved_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"stripe_payment_intent_id" text,
	"buyer_uid" text NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ship_labels" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text,
	"transaction_id" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"label_image_url" text,
	"tracking_number" text,
	"ep_shipment_id" text,
	"purchase_date" timestamp(3) with time zone,
	"payment_intent_id" text,
	"status" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" text,
	"product_id" text,
	"product_title" text,
	"product_thumbnail_path" text,
	"seller_uid" text NOT NULL,
	"purchaser_uid" text NOT NULL,
	"seller_display_name" text,
	"purchaser_display_name" text,
	"order_id" text,
	"price" bigint NOT NULL,
	"shipping_cost" bigint,
	"status" smallint,
	"shipping_status" smallint,
	"payout_status" smallint,
	"purchase_date" timestamp(3) with time zone NOT NULL,
	"delivered_at" timestamp(3) with time zone,
	"tracking_number" text,
	"carrier" text,
	"tracking_url" text,
	"dispute_id" text,
	"dispute_status" smallint,
	"dispute_buyer_comms_url" text,
	"dispute_seller_comms_url" text,
	"shown_in_reviews" boolean,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" text NOT NULL,
	"uid" text NOT NULL,
	"name" text,
	"read" boolean DEFAULT false NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_uid_pk" PRIMARY KEY("conversation_id","uid")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"conversations_messages_id" text NOT NULL,
	"product_id" text,
	"last_message" text,
	"date" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"template_name" text PRIMARY KEY NOT NULL,
	"subject_part" text,
	"text_part" text,
	"html_part" text,
	"created_timestamp" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "macros" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"sender_display_name" text,
	"type" smallint DEFAULT 0 NOT NULL,
	"text" text,
	"media_url" text,
	"post_thumbnail_image_path" text,
	"post_title" text,
	"date" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_uid" text NOT NULL,
	"actor_role" text NOT NULL,
	"address" text,
	"request_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor_uid" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer" json,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_uid_key_pk" PRIMARY KEY("actor_uid","key")
);
--> statement-breakpoint
CREATE TABLE "import_progress" (
	"file" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"lines" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" text,
	"uid" text,
	"reference" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "ledger_entries_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" text NOT NULL,
	"account" text NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "ledger_lines_entry_id_account_pk" PRIMARY KEY("entry_id","account")
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigserial NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_events_xid_id_pk" PRIMARY KEY("xid","id")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"cents" bigint,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reference" text,
	"failure" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"role" text NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_failures" (
	"id" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_jwks" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "identity_session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "identity_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ban_reasons" ADD CONSTRAINT "ban_reasons_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed_by_users_uid_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporting_uid_users_uid_fk" FOREIGN KEY ("reporting_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_post_key_listings_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."listings"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_post_key_listings_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."listings"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_post_id_listings_key_fk" FOREIGN KEY ("post_id") REFERENCES "public"."listings"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_uid_users_uid_fk" FOREIGN KEY ("buyer_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_labels" ADD CONSTRAINT "ship_labels_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_seller_uid_users_uid_fk" FOREIGN KEY ("seller_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_purchaser_uid_users_uid_fk" FOREIGN KEY ("purchaser_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_account" ADD CONSTRAINT "identity_account_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ban_reasons_of" ON "ban_reasons" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "devices_of" ON "devices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "user_reports_of" ON "user_reports" USING btree ("reporting_uid");--> statement-breakpoint
CREATE INDEX "user_reports_open" ON "user_reports" USING btree ("created_at" DESC NULLS LAST,"id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "user_reports_by" ON "user_reports" USING btree ("reporter_uid");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid");--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree ("search_email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_uid" ON "users" USING btree ("search_uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_phone" ON "users" USING btree ("search_phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_push" ON "users" USING btree ("search_push" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_ip" ON "users" USING btree ("search_ip" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_payment_customer" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "verification_codes_of" ON "verification_codes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "content_reports_of" ON "content_reports" USING btree ("post_key");--> statement-breakpoint
CREATE INDEX "content_reports_open" ON "content_reports" USING btree ("created_at" DESC NULLS LAST) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "listings_of" ON "listings" USING btree ("creator_uid","creation_date_time" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listings_to_review" ON "listings" USING btree ("creation_date_time") WHERE review_state = 'pending' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "promoted_posts_of" ON "promoted_posts" USING btree ("owner_uid");--> statement-breakpoint
CREATE INDEX "promoted_posts_by_state" ON "promoted_posts" USING btree ("approval_status","created_at");--> statement-breakpoint
CREATE INDEX "questions_of" ON "questions" USING btree ("creator_uid");--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "disputes_of" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "orders_of" ON "orders" USING btree ("buyer_uid");--> statement-breakpoint
CREATE INDEX "ship_labels_of" ON "ship_labels" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("purchase_date" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "transactions_of_seller" ON "transactions" USING btree ("seller_uid","purchase_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_of_purchaser" ON "transactions" USING btree ("purchaser_uid","purchase_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_of_order" ON "transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transactions_disputed" ON "transactions" USING btree ("dispute_status","purchase_date" DESC NULLS LAST) WHERE dispute_status is not null;--> statement-breakpoint
CREATE INDEX "transactions_at_risk" ON "transactions" USING btree ("purchase_date" DESC NULLS LAST) WHERE status = 2 and shipping_status = 3;--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("status","purchase_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_by_shipping" ON "transactions" USING btree ("shipping_status","purchase_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_by_payout" ON "transactions" USING btree ("payout_status","purchase_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversation_members_of" ON "conversation_members" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "messages_of" ON "messages" USING btree ("conversation_id","date");--> statement-breakpoint
CREATE INDEX "audit_of" ON "audit" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_by" ON "audit" USING btree ("actor_uid","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_old" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_of" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "live_events_of" ON "live_events" USING btree ("topic","xid","id");--> statement-breakpoint
CREATE INDEX "operations_due" ON "operations" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "operations_of" ON "operations" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "identity_account_of" ON "identity_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_failures_of" ON "identity_failures" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "identity_session_of" ON "identity_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verification_by" ON "identity_verification" USING btree ("identifier");