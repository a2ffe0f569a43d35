-- Tables, columns, indexes, constraints, and the rows of an empty database. Functions, views and triggers are source
-- (server/*/program) and are applied after the migrations. Only the two functions below are here: indexes store their results, so
-- a changed one needs a migration that rebuilds its indexes.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- All one- and two-letter pieces of a search column, for terms too short for trigrams. The column is already encoded
-- (search/search-text.ts). Letters, then pairs from the first letter on, then pairs from the second: a loop over letters
-- takes fourteen times as long.
CREATE FUNCTION portreeve_grams(encoded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_to_array(encoded, NULL)
    || string_to_array(regexp_replace(encoded, '(..)', '\1 ', 'g'), ' ')
    || string_to_array(regexp_replace(substr(encoded, 2), '(..)', '\1 ', 'g'), ' ')
$$;--> statement-breakpoint
-- A source's time, as server/marketplace/import/source-time.ts parses it; null for any other text, as a failing cast would refuse the row.
-- The function counts as immutable: each text that it casts names its offset.
CREATE FUNCTION portreeve_time(source text) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  said text := upper(btrim(source));
BEGIN
  IF said !~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,9})?)? ?(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)?)?$'
    OR left(said, 4) = '0000' THEN
    RETURN NULL;
  END IF;
  -- 31 February is no day.
  IF substr(said, 9, 2) > '28'
    AND substr(said, 9, 2)::int > extract(day FROM make_date(left(said, 4)::int, substr(said, 6, 2)::int, 1) + interval '1 month - 1 day') THEN
    RETURN NULL;
  END IF;
  IF right(said, 1) = 'Z' OR said ~ '[T ].*[+-][0-9:]+$' THEN
    RETURN said::timestamptz;
  END IF;
  RETURN (said || ' UTC')::timestamptz;
END
$$;--> statement-breakpoint
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
	"search" text GENERATED ALWAYS AS (search_name || 'QZQ' || search_email || 'QZQ' || search_phone) STORED NOT NULL
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
CREATE TABLE "bulk_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"words" text,
	"started_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"job_id" text NOT NULL,
	"at" integer NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"version" integer,
	"seen" jsonb,
	"state" text DEFAULT 'pending' NOT NULL,
	"words" text,
	"operation_id" text,
	"settled_at" timestamp(3) with time zone,
	CONSTRAINT "bulk_rows_job_id_at_pk" PRIMARY KEY("job_id","at")
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
CREATE TABLE "keywords" (
	"id" text PRIMARY KEY NOT NULL,
	"terms" text NOT NULL,
	"preferred_term" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"post_key" text NOT NULL,
	"reporter_uid" text,
	"report_reason_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
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
CREATE TABLE "posts" (
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
	"changed_at" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone,
	"search_title" text,
	"search" text
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
	"payment_id" text,
	"approval_status" smallint DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp(3) with time zone
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
CREATE TABLE "review_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"owner_uid" text NOT NULL,
	"decision" text NOT NULL,
	"message" text,
	"by_uid" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb,
	"operation_id" text NOT NULL,
	"announced_at" timestamp(3) with time zone,
	"taken_back_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" text NOT NULL,
	"cents" bigint NOT NULL,
	"left_seen" bigint NOT NULL,
	"charge_seller" boolean,
	"show_in_reviews" boolean,
	"asked_by" text NOT NULL,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp(3) with time zone,
	"reason" text,
	"dispute_id" text,
	"difference_id" text,
	"against" text,
	"requested" boolean DEFAULT false NOT NULL,
	"reason_id" text,
	"note" text,
	"asked_cents" bigint
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"creator_uid" text NOT NULL,
	"dispute_type" smallint NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	"deadline_at" timestamp(3) with time zone DEFAULT now() + interval '14 days' NOT NULL,
	"buyer_statement" text,
	"seller_statement" text,
	"buyer_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"seller_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_by" text DEFAULT nullif(current_setting('portreeve.key_maker', true), ''),
	"released_alone" bigint,
	"assignee" text,
	"outcome" text,
	"refunded_cents" bigint,
	"decided_by" text,
	"decision_reason" text
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text DEFAULT 'stripe' NOT NULL,
	"payment_id" text,
	"buyer_uid" text NOT NULL,
	"status" smallint NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
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
	"search_title" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" text,
	"uid" text,
	"reference" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"entry_id" text NOT NULL,
	"account" text NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "ledger_lines_entry_id_account_pk" PRIMARY KEY("entry_id","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_checks" (
	"day" date PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp(3) with time zone,
	"finished_at" timestamp(3) with time zone,
	"checked" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"position" text,
	"run" text,
	"beat_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger_difference_days" (
	"day" date NOT NULL,
	"difference_id" text NOT NULL,
	CONSTRAINT "ledger_difference_days_day_difference_id_pk" PRIMARY KEY("day","difference_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_differences" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"transaction_id" text,
	"reference" text,
	"ledger_cents" bigint,
	"provider_cents" bigint,
	"words" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_by" text,
	"settled_at" timestamp(3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "money_settings" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"days_to_ship" integer DEFAULT 3 NOT NULL,
	"days_in_transit" integer DEFAULT 10 NOT NULL,
	"days_to_decide" integer DEFAULT 14 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"reason" text NOT NULL,
	"held_by" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_reasons" (
	"id" text PRIMARY KEY NOT NULL,
	"place" serial NOT NULL,
	"words" text NOT NULL,
	"retired" boolean DEFAULT false NOT NULL
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
	"payment_id" text,
	"status" smallint NOT NULL,
	"refund_state" text,
	"refund_operation" text,
	"refund_due_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chargebacks" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"transaction_id" text,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"cents" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"withdrawn" bigint NOT NULL,
	"movements" integer NOT NULL,
	"evidence_due_at" timestamp(3) with time zone,
	"draft" jsonb,
	"submitted" jsonb,
	"submitted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"closed_at" timestamp(3) with time zone,
	"read_at" timestamp(3) with time zone,
	"bearer" text,
	"waiting" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fraud_warnings" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"transaction_id" text,
	"fraud_type" text NOT NULL,
	"actionable" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text DEFAULT 'stripe' NOT NULL,
	"id" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text,
	"payment_id" text,
	"problem" text,
	CONSTRAINT "payment_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "provider_endpoints" (
	"provider" text PRIMARY KEY NOT NULL,
	"problems" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_refunds" (
	"provider" text DEFAULT 'stripe' NOT NULL,
	"reference" text NOT NULL,
	"cents" bigint NOT NULL,
	"state" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"payment_id" text,
	"transaction_id" text,
	"operation" text,
	"created_at" timestamp(3) with time zone,
	"bearer" text,
	"waiting" boolean DEFAULT false NOT NULL,
	CONSTRAINT "provider_refunds_provider_reference_pk" PRIMARY KEY("provider","reference")
);
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" text NOT NULL,
	"uid" text NOT NULL,
	"name" text,
	"read" boolean DEFAULT false NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"search_name" text DEFAULT '' NOT NULL,
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
CREATE TABLE "messages" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" text NOT NULL,
	"sender_id" text NOT NULL,
	"sender_display_name" text,
	"written_by" text,
	"type" smallint DEFAULT 0 NOT NULL,
	"text" text,
	"media_url" text,
	"post_thumbnail_image_path" text,
	"post_title" text,
	"date" timestamp(3) with time zone NOT NULL,
	"search" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_states" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"assignee" text,
	"state" text DEFAULT 'open' NOT NULL,
	"snoozed_until" timestamp(3) with time zone,
	"wake_operation" text,
	"reopen_after" timestamp(3) with time zone,
	"settled_until" timestamp(3) with time zone,
	"priority" text DEFAULT 'normal' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"waiting_since" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"date" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_drafts" (
	"conversation_id" text NOT NULL,
	"staff_uid" text NOT NULL,
	"text" text NOT NULL,
	"actions" jsonb,
	"until" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "inbox_drafts_conversation_id_staff_uid_pk" PRIMARY KEY("conversation_id","staff_uid")
);
--> statement-breakpoint
CREATE TABLE "inbox_settings" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"first_answer_minutes" integer,
	"resolution_minutes" integer,
	"weekdays" integer[] DEFAULT '{1,2,3,4,5,6,7}' NOT NULL,
	"opens_at" text DEFAULT '00:00' NOT NULL,
	"closes_at" text DEFAULT '24:00' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_spans" (
	"conversation_id" text NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"by" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"until" timestamp(3) with time zone NOT NULL,
	"working_seconds" integer NOT NULL,
	CONSTRAINT "inbox_spans_conversation_id_kind_until_pk" PRIMARY KEY("conversation_id","kind","until")
);
--> statement-breakpoint
CREATE TABLE "desk_cases" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"uid" text,
	"post_key" text,
	"transaction_id" text,
	"cents" bigint,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"reports" integer DEFAULT 0 NOT NULL,
	"reporters" integer DEFAULT 0 NOT NULL,
	"handled" integer DEFAULT 0 NOT NULL,
	"upheld" integer DEFAULT 0 NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"about" text,
	"barred" text,
	"assignee" text,
	"claimed_until" timestamp(3) with time zone,
	"snoozed_until" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"deadline_points" smallint DEFAULT 0 NOT NULL,
	"money_points" smallint DEFAULT 0 NOT NULL,
	"reporters_points" smallint DEFAULT 0 NOT NULL,
	"reports_points" smallint DEFAULT 0 NOT NULL,
	"priority_points" smallint DEFAULT 0 NOT NULL,
	"waiting_points" smallint DEFAULT 0 NOT NULL,
	"score" integer GENERATED ALWAYS AS (deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points) STORED NOT NULL,
	"points_until" timestamp(3) with time zone,
	CONSTRAINT "desk_cases_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"bucket" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "desk_days_day_kind_by_bucket_pk" PRIMARY KEY("day","kind","by","bucket")
);
--> statement-breakpoint
CREATE TABLE "desk_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"left_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_weights" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"deadline" smallint DEFAULT 40 NOT NULL,
	"deadline_hours" smallint DEFAULT 72 NOT NULL,
	"money" smallint DEFAULT 30 NOT NULL,
	"money_full" bigint DEFAULT 250000 NOT NULL,
	"reporters" smallint DEFAULT 15 NOT NULL,
	"reports" smallint DEFAULT 20 NOT NULL,
	"priority" smallint DEFAULT 30 NOT NULL,
	"waiting" smallint DEFAULT 20 NOT NULL,
	"waiting_days" smallint DEFAULT 7 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "macros" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"actions" jsonb,
	"uses" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_uid" text NOT NULL,
	"what" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"by" text,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "email_template_versions" (
	"template_name" text NOT NULL,
	"version" integer NOT NULL,
	"subject_part" text,
	"text_part" text,
	"html_part" text,
	"saved_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"saved_by" text,
	CONSTRAINT "email_template_versions_template_name_version_pk" PRIMARY KEY("template_name","version")
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
CREATE TABLE "email_variables" (
	"name" text PRIMARY KEY NOT NULL,
	"sample" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decided_fields" (
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"field" text NOT NULL,
	"ours" jsonb,
	"decided_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"theirs" jsonb,
	"differs_since" timestamp(3) with time zone,
	"settled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "decided_fields_entity_key_field_pk" PRIMARY KEY("entity","key","field")
);
--> statement-breakpoint
CREATE TABLE "erased_ids" (
	"entity" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "erased_ids_entity_digest_pk" PRIMARY KEY("entity","digest")
);
--> statement-breakpoint
CREATE TABLE "ingest_versions" (
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"version" numeric NOT NULL,
	CONSTRAINT "ingest_versions_entity_key_pk" PRIMARY KEY("entity","key")
);
--> statement-breakpoint
CREATE TABLE "machine_key_usage" (
	"key_id" text NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"scope" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"audited_at" timestamp(3) with time zone,
	CONSTRAINT "machine_key_usage_key_id_hour_scope_pk" PRIMARY KEY("key_id","hour","scope")
);
--> statement-breakpoint
CREATE TABLE "machine_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"begins" text NOT NULL,
	"digest" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"networks" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "machine_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb,
	"actor" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor_uid" text NOT NULL,
	"actor_role" text NOT NULL,
	"address" text,
	"request_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	"salt" text,
	"content" text,
	"erased" text,
	"previous" text,
	"hash" text
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"title" text,
	"items" jsonb NOT NULL,
	"reason" text,
	"by_uid" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"operation_id" text NOT NULL,
	"applied_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	CONSTRAINT "held_actions_operation_id_unique" UNIQUE("operation_id")
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
CREATE TABLE "live_events" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigserial NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp(3) with time zone,
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
	"started_by" text,
	"approval_id" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reference" text,
	"failure" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "reveals" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_uid" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"search" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor_roles" (
	"role" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"role" text NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp(3) with time zone,
	"notices_mailed_until" timestamp(3) with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_grants" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"staff_uid" text NOT NULL,
	"by_uid" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "identity_passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"aaguid" text,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "identity_passkey_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity_session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"password_at" timestamp with time zone DEFAULT now() NOT NULL,
	"passkey_id" text,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "identity_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_used_codes" (
	"user_id" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_used_codes_user_id_code_pk" PRIMARY KEY("user_id","code")
);
--> statement-breakpoint
CREATE TABLE "identity_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" text NOT NULL,
	"event_id" bigint,
	"type" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp(3) with time zone,
	"failed" boolean DEFAULT false NOT NULL,
	"status" integer,
	"ms" integer,
	"response" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"types" jsonb,
	"state" text DEFAULT 'active' NOT NULL,
	"paused_why" text,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp(3) with time zone,
	"position" bigint NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"last_delivered_at" timestamp(3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_url_unique" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "ban_reasons" ADD CONSTRAINT "ban_reasons_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed_by_users_uid_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporting_uid_users_uid_fk" FOREIGN KEY ("reporting_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_post_id_posts_key_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_uid_users_uid_fk" FOREIGN KEY ("buyer_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_seller_uid_users_uid_fk" FOREIGN KEY ("seller_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_purchaser_uid_users_uid_fk" FOREIGN KEY ("purchaser_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_difference_days" ADD CONSTRAINT "ledger_difference_days_difference_id_ledger_differences_id_fk" FOREIGN KEY ("difference_id") REFERENCES "public"."ledger_differences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_labels" ADD CONSTRAINT "ship_labels_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_account_staff_uid_fk" FOREIGN KEY ("account") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_assignee_staff_uid_fk" FOREIGN KEY ("assignee") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_spans" ADD CONSTRAINT "inbox_spans_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_key_usage" ADD CONSTRAINT "machine_key_usage_key_id_machine_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."machine_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD CONSTRAINT "machine_keys_created_by_staff_uid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_staff_uid_fk" FOREIGN KEY ("owner") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_by_uid_staff_uid_fk" FOREIGN KEY ("by_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_account" ADD CONSTRAINT "identity_account_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_passkey" ADD CONSTRAINT "identity_passkey_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_passkey_id_identity_passkey_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."identity_passkey"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_two_factor" ADD CONSTRAINT "identity_two_factor_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_used_codes" ADD CONSTRAINT "identity_used_codes_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_staff_uid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ban_reasons_of" ON "ban_reasons" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "devices_of" ON "devices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "user_reports_of" ON "user_reports" USING btree ("reporting_uid");--> statement-breakpoint
CREATE INDEX "user_reports_open" ON "user_reports" USING btree ("created_at" DESC NULLS LAST,"id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "user_reports_by" ON "user_reports" USING btree ("reporter_uid");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid");--> statement-breakpoint
CREATE INDEX "users_by_country" ON "users" USING btree ("country_code","created_at_time" DESC NULLS LAST,"uid");--> statement-breakpoint
CREATE INDEX "users_by_activity" ON "users" USING btree (portreeve_time(last_active));--> statement-breakpoint
CREATE INDEX "users_with_store" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE store_behavior = 1;--> statement-breakpoint
CREATE INDEX "users_with_early_access" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE early_access = 1;--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree ("search_email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_uid" ON "users" USING btree ("search_uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_phone" ON "users" USING btree ("search_phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_push" ON "users" USING btree ("search_push" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_ip" ON "users" USING btree ("search_ip" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE is_banned;--> statement-breakpoint
CREATE INDEX "users_payment_customer" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_parts" ON "users" USING gin (search_name gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_grams" ON "users" USING gin (portreeve_grams(search_name)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "verification_codes_of" ON "verification_codes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "bulk_jobs_by" ON "bulk_jobs" USING btree ("started_by","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bulk_jobs_old" ON "bulk_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_rows_in" ON "bulk_rows" USING btree ("job_id","state","at");--> statement-breakpoint
CREATE INDEX "bulk_rows_of" ON "bulk_rows" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "listing_reports_of" ON "listing_reports" USING btree ("post_key");--> statement-breakpoint
CREATE INDEX "listing_reports_by" ON "listing_reports" USING btree ("reporter_uid");--> statement-breakpoint
CREATE INDEX "listing_reports_open" ON "listing_reports" USING btree ("created_at" DESC NULLS LAST) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "posts_of" ON "posts" USING btree ("creator_uid",coalesce(creation_date_time, '-infinity'::timestamptz),"key","review_state","deleted_at");--> statement-breakpoint
CREATE INDEX "posts_to_review" ON "posts" USING btree ("creation_date_time") WHERE review_state = 'pending' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("post_type","creation_date_time" DESC NULLS LAST,"key") WHERE review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_price" ON "posts" USING btree ("post_type",(coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint)));--> statement-breakpoint
CREATE INDEX "posts_sold" ON "posts" USING btree ("post_type","creation_date_time" DESC NULLS LAST,"key") WHERE sold and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_for_sale_title" ON "posts" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 0 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_for_sale_text" ON "posts" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 0 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_wanted_title" ON "posts" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 1 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_wanted_text" ON "posts" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 1 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "posts_without_words" ON "posts" USING btree ("key") WHERE search is null;--> statement-breakpoint
CREATE INDEX "promoted_posts_of" ON "promoted_posts" USING btree ("owner_uid");--> statement-breakpoint
CREATE INDEX "promoted_posts_by_state" ON "promoted_posts" USING btree ("approval_status","created_at");--> statement-breakpoint
CREATE INDEX "questions_of" ON "questions" USING btree ("creator_uid");--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "review_decisions_of" ON "review_decisions" USING btree ("kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_decisions_of_owner" ON "review_decisions" USING btree ("owner_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("transaction_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "approvals_of" ON "approvals" USING btree ("transaction_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("state","asked_at","id");--> statement-breakpoint
CREATE INDEX "approvals_by" ON "approvals" USING btree ("asked_by","asked_at");--> statement-breakpoint
CREATE INDEX "disputes_of" ON "disputes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("deadline_at","id") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "disputes_newest" ON "disputes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_resolved" ON "disputes" USING btree ("resolved_at") WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX "orders_of" ON "orders" USING btree ("buyer_uid");--> statement-breakpoint
CREATE INDEX "orders_of_payment" ON "orders" USING btree ("payment_id","provider");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_of_seller" ON "transactions" USING btree ("seller_uid","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_of_purchaser" ON "transactions" USING btree ("purchaser_uid","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_of_order" ON "transactions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "transactions_disputed" ON "transactions" USING btree ("dispute_status","purchase_date","id") WHERE dispute_status is not null;--> statement-breakpoint
CREATE INDEX "transactions_at_risk" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status = 3;--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_shipping" ON "transactions" USING btree ("shipping_status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_payout" ON "transactions" USING btree ("payout_status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_open_of_seller" ON "transactions" USING btree ("seller_uid") WHERE payout_status = 2 or dispute_status = 2;--> statement-breakpoint
CREATE INDEX "transactions_open_of_purchaser" ON "transactions" USING btree ("purchaser_uid") WHERE payout_status = 2 or dispute_status = 2;--> statement-breakpoint
CREATE INDEX "transactions_by_price" ON "transactions" USING btree ("price","id");--> statement-breakpoint
CREATE INDEX "transactions_by_state" ON "transactions" USING btree (coalesce(status, 0),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_unfinished" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status in (2, 3);--> statement-breakpoint
CREATE INDEX "transactions_by_carrier" ON "transactions" USING btree (lower(carrier),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_public_id" ON "transactions" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "transactions_tracking" ON "transactions" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "transactions_title" ON "transactions" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "transactions_without_words" ON "transactions" USING btree ("id") WHERE search_title is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_of" ON "ledger_entries" USING btree ("transaction_id","reference");--> statement-breakpoint
CREATE INDEX "ledger_entries_numbered" ON "ledger_entries" USING btree (split_part(reference, ':', 1)) WHERE kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund');--> statement-breakpoint
CREATE INDEX "ledger_difference_days_of" ON "ledger_difference_days" USING btree ("difference_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_standing" ON "ledger_differences" USING btree ("kind","about") WHERE state in ('open', 'asked');--> statement-breakpoint
CREATE INDEX "ledger_differences_newest" ON "ledger_differences" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_holds_standing" ON "payout_holds" USING btree ("transaction_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "payout_holds_of" ON "payout_holds" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ship_labels_of" ON "ship_labels" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ship_labels_tracking" ON "ship_labels" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "ship_labels_waiting" ON "ship_labels" USING btree ("refund_due_at") WHERE refund_state = 'waiting';--> statement-breakpoint
CREATE INDEX "chargebacks_waiting" ON "chargebacks" USING btree ("provider","payment_id") WHERE waiting;--> statement-breakpoint
CREATE INDEX "chargebacks_of_payment" ON "chargebacks" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_of" ON "chargebacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "chargebacks_newest" ON "chargebacks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("provider","payment_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "fraud_warnings_of" ON "fraud_warnings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "fraud_warnings_newest" ON "fraud_warnings" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "fraud_warnings_waiting" ON "fraud_warnings" USING btree ("provider","payment_id") WHERE transaction_id is null;--> statement-breakpoint
CREATE INDEX "provider_refunds_newest" ON "provider_refunds" USING btree ("at");--> statement-breakpoint
CREATE INDEX "provider_refunds_of_payment" ON "provider_refunds" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "provider_refunds_waiting" ON "provider_refunds" USING btree ("provider","payment_id") WHERE waiting;--> statement-breakpoint
CREATE INDEX "conversation_members_newest" ON "conversation_members" USING btree ("uid","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("uid","read" DESC NULLS FIRST,"date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "messages_of" ON "messages" USING btree ("conversation_id","date","id");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "conversation_states_newest" ON "conversation_states" USING btree ("date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_of" ON "conversation_states" USING btree ("state","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_open" ON "conversation_states" USING btree ("assignee","date","conversation_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "conversation_states_unassigned" ON "conversation_states" USING btree ("date","conversation_id") WHERE state = 'open' and assignee is null;--> statement-breakpoint
CREATE INDEX "conversation_states_waiting" ON "conversation_states" USING btree ("assignee","waiting_since") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "conversation_states_account" ON "conversation_states" USING btree ("account","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_tagged" ON "conversation_states" USING btree ("date") WHERE tags <> '{}';--> statement-breakpoint
CREATE INDEX "conversation_states_tags" ON "conversation_states" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "inbox_spans_until" ON "inbox_spans" USING btree ("until","kind","by","working_seconds");--> statement-breakpoint
CREATE INDEX "desk_cases_best" ON "desk_cases" USING btree ("kind",score desc,"opened_at","id");--> statement-breakpoint
CREATE INDEX "desk_cases_assigned" ON "desk_cases" USING btree ("assignee") WHERE assignee is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_snoozed" ON "desk_cases" USING btree ("kind","snoozed_until","id") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_of_transaction" ON "desk_cases" USING btree ("transaction_id") WHERE transaction_id is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_due" ON "desk_cases" USING btree ("points_until") WHERE points_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("staff_uid","what","subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_of" ON "notifications" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("staff_uid","at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("staff_uid") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "decided_fields_open" ON "decided_fields" USING btree ("differs_since" DESC NULLS LAST,"entity","key") WHERE differs_since is not null and not settled;--> statement-breakpoint
CREATE INDEX "machine_key_usage_unaudited" ON "machine_key_usage" USING btree ("hour") WHERE audited_at is null;--> statement-breakpoint
CREATE INDEX "machine_keys_named" ON "machine_keys" USING btree ("name");--> statement-breakpoint
CREATE INDEX "events_of" ON "events" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_of" ON "audit" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_about" ON "audit" USING btree ("subject_kind","id");--> statement-breakpoint
CREATE INDEX "audit_by" ON "audit" USING btree ("actor_uid","id");--> statement-breakpoint
CREATE INDEX "audit_doing" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "held_actions_of" ON "held_actions" USING btree ("subject_kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_by" ON "held_actions" USING btree ("by_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_at" ON "held_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_old" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "live_events_of" ON "live_events" USING btree ("topic","xid","id");--> statement-breakpoint
CREATE INDEX "live_events_over" ON "live_events" USING btree ("until") WHERE until is not null;--> statement-breakpoint
CREATE INDEX "operations_due" ON "operations" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "operations_of" ON "operations" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "operations_money" ON "operations" USING btree ("created_at","id") WHERE kind in ('refund', 'cancel', 'dispute_refund');--> statement-breakpoint
CREATE INDEX "operations_refunded" ON "operations" USING btree ("reference") WHERE kind in ('refund', 'cancel', 'dispute_refund');--> statement-breakpoint
CREATE INDEX "operations_payouts" ON "operations" USING btree ("created_at","id") WHERE kind = 'payout';--> statement-breakpoint
CREATE INDEX "operations_of_job" ON "operations" USING btree ((details ->> 'bulk')) WHERE state = 'pending' and details ? 'bulk';--> statement-breakpoint
CREATE INDEX "operations_by" ON "operations" USING btree ("started_by","created_at") WHERE started_by is not null;--> statement-breakpoint
CREATE INDEX "reveals_by" ON "reveals" USING btree ("staff_uid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own" ON "saved_views" USING btree ("owner","list",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list","name") WHERE shared;--> statement-breakpoint
CREATE INDEX "staff_grants_of" ON "staff_grants" USING btree ("staff_uid","at");--> statement-breakpoint
CREATE INDEX "identity_account_of" ON "identity_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_failures_of" ON "identity_failures" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "identity_passkey_of" ON "identity_passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_of" ON "identity_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_by_passkey" ON "identity_session" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "identity_two_factor_of" ON "identity_two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verification_by" ON "identity_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("endpoint_id","subject_kind","subject_id","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_old" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
-- Written by hand from here on: what the tables in server/db cannot say, and the rows of an empty database.
ALTER TABLE audit_head ADD CONSTRAINT audit_head_one CHECK (one);--> statement-breakpoint
-- Every audit row is a link of the chain (core/audit/audit-chain.ts).
ALTER TABLE audit ADD CONSTRAINT audit_chained
  CHECK (content IS NOT NULL AND previous IS NOT NULL AND hash IS NOT NULL);--> statement-breakpoint
-- Beside the migrator's own table: which release ran each migration, and whose functions, views and triggers the database has
-- (core/release.ts, core/database/program.ts).
CREATE TABLE drizzle.releases (
	migrated bigint PRIMARY KEY,
	version text NOT NULL,
	migration text NOT NULL,
	at timestamptz NOT NULL DEFAULT now()
);--> statement-breakpoint
CREATE TABLE drizzle.program (
	one boolean PRIMARY KEY DEFAULT true CHECK (one),
	digest text NOT NULL,
	version text NOT NULL,
	made text[] NOT NULL,
	at timestamptz NOT NULL DEFAULT now()
);--> statement-breakpoint
INSERT INTO audit_head (seq, hash) VALUES (0, repeat('0', 64));--> statement-breakpoint
-- No one signs in with a shared account. Its email address is none, so that it is never taken.
INSERT INTO staff (uid, email, display_name, role, disabled, shared) VALUES ('support', 'support', 'Support', 'support', true, true);--> statement-breakpoint
INSERT INTO money_settings DEFAULT VALUES;--> statement-breakpoint
INSERT INTO refund_reasons (id, words) VALUES
	('not_received', 'Item not received'),
	('not_as_described', 'Item not as described'),
	('damaged', 'Damaged in transit'),
	('seller_cannot_ship', 'The seller cannot ship'),
	('buyer_changed_mind', 'The buyer changed their mind'),
	('fraud', 'Fraud'),
	('goodwill', 'Goodwill');--> statement-breakpoint
INSERT INTO inbox_settings DEFAULT VALUES;--> statement-breakpoint
INSERT INTO desk_weights DEFAULT VALUES;
