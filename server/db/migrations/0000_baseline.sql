-- Tables, columns, indexes, constraints, and the rows of an empty database. Functions, views and triggers are source
-- (server/*/program) and are applied after the migrations. Only the four functions below are here: indexes store their results, so
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
-- An address as a value; null for any other text, as a failing cast would refuse the row.
CREATE FUNCTION portreeve_ip(source text) RETURNS inet LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL RESTRICTED AS $$
BEGIN
  RETURN source::inet;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;--> statement-breakpoint
-- What the index of a record's extension fields has: the name of each field, a text as name=text without capitals, and of a number, and of a
-- date as one of eight digits, each beginning of its 13 digits as name#beginning (server/search/extra.ts).
CREATE FUNCTION portreeve_extra(extra jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := '{}';
  one record;
  digits text;
BEGIN
  FOR one IN SELECT key, jsonb_typeof(value) AS type, value #>> '{}' AS value FROM jsonb_each(extra) LOOP
    words := words || one.key;
    IF one.type = 'boolean' THEN words := words || (one.key || CASE one.value WHEN 'true' THEN '=yes' ELSE '=no' END);
    ELSIF one.type <> 'number' THEN words := words || (one.key || '=' || lower(one.value COLLATE "C")); END IF;
    digits := CASE WHEN one.type = 'number' THEN one.value
      WHEN one.value ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$' THEN replace(one.value, '-', '') END;
    IF digits IS NULL THEN CONTINUE; END IF;
    digits := lpad((digits::bigint + 1000000000000)::text, 13, '0');
    FOR place IN 1..13 LOOP words := words || (one.key || '#' || left(digits, place)); END LOOP;
  END LOOP;
  RETURN words;
END
$$;--> statement-breakpoint
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
CREATE TABLE "identity_provider_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"sid" text,
	"refresh_token" text,
	"second_factor" boolean NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checking_since" timestamp with time zone
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
CREATE TABLE "import_progress" (
	"file" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"lines" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "machine_key_usage" (
	"key_id" text NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"scope" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"cents" bigint DEFAULT 0 NOT NULL,
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
	"owner_uid" text,
	"per_hour" integer,
	"cents_per_day" bigint,
	CONSTRAINT "machine_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"n" integer PRIMARY KEY NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	"root" text NOT NULL,
	"heads" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	"digest" text NOT NULL,
	"leaves" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"made_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_stamps" (
	"head" integer PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"token" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"name" text PRIMARY KEY NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"classes" text[] DEFAULT '{}' NOT NULL,
	"refund_alone" bigint,
	"refund_alone_day" bigint,
	"waiting" jsonb,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_rebuilds" (
	"table_name" text PRIMARY KEY NOT NULL,
	"rule" integer NOT NULL,
	"after" text[]
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
CREATE TABLE "idempotency_keys" (
	"actor_uid" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"answer" json,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_actor_uid_key_pk" PRIMARY KEY("actor_uid","key")
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
	"trace" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_roles" (
	"provider" text NOT NULL,
	"value" text NOT NULL,
	"role" text NOT NULL,
	"set_by" text NOT NULL,
	CONSTRAINT "provider_roles_provider_value_pk" PRIMARY KEY("provider","value")
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
	"away_from" timestamp(3) with time zone,
	"away_until" timestamp(3) with time zone,
	"deputy" text,
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
CREATE TABLE "inbox_changed_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inbox_changed_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"begins" timestamp(3) with time zone NOT NULL,
	"ends" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_days" (
	"begins" timestamp(3) with time zone NOT NULL,
	"ends" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"seconds" "bytea" NOT NULL,
	CONSTRAINT "inbox_days_begins_ends_kind_by_pk" PRIMARY KEY("begins","ends","kind","by")
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
CREATE TABLE "appeal_rounds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appeal_rounds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appeal_id" text NOT NULL,
	"by_uid" text,
	"text" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"about" text NOT NULL,
	"text" text NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"conversation_id" text,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp(3) with time zone,
	"answer" text,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"words" text,
	"hold_operation" text,
	"started_by" text NOT NULL,
	"undone_by" text,
	"undo_reason" text,
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
CREATE TABLE "desk_cases" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"uid" text,
	"post_key" text,
	"transaction_id" text,
	"cents" bigint,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deadline_at" timestamp(3) with time zone,
	"moved_at" timestamp(3) with time zone,
	"class" smallint DEFAULT 5 NOT NULL,
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
	"band" smallint DEFAULT 5 NOT NULL,
	"place" integer GENERATED ALWAYS AS (1000 * band - (deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points)) STORED NOT NULL,
	"points_until" timestamp(3) with time zone,
	CONSTRAINT "desk_cases_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "desk_days" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"class" smallint DEFAULT 5 NOT NULL,
	"by" text NOT NULL,
	"bucket" smallint NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "desk_days_day_kind_class_by_bucket_pk" PRIMARY KEY("day","kind","class","by","bucket")
);
--> statement-breakpoint
CREATE TABLE "desk_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"left_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"class" smallint DEFAULT 5 NOT NULL,
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
	"backlog_days" smallint DEFAULT 90 NOT NULL,
	"chargeback_hours" smallint DEFAULT 48 NOT NULL,
	"dispute_hours" smallint DEFAULT 72 NOT NULL,
	"fraud_warning_hours" smallint DEFAULT 24 NOT NULL,
	"approval_hours" smallint DEFAULT 24 NOT NULL,
	"user_reports_hours" smallint DEFAULT 24 NOT NULL,
	"listing_reports_hours" smallint DEFAULT 24 NOT NULL,
	"listing_hours" smallint DEFAULT 24 NOT NULL,
	"promotion_hours" smallint DEFAULT 48 NOT NULL,
	"label_hours" smallint DEFAULT 48 NOT NULL,
	"payout_hours" smallint DEFAULT 24 NOT NULL,
	"difference_hours" smallint DEFAULT 72 NOT NULL,
	"appeal_hours" smallint DEFAULT 168 NOT NULL,
	"proposal_hours" smallint DEFAULT 24 NOT NULL,
	"rule_hours" smallint DEFAULT 24 NOT NULL,
	"second_look_percent" smallint DEFAULT 2 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_reasons" (
	"reason" text PRIMARY KEY NOT NULL,
	"class" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tag" text NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"over_by" text,
	"over_at" timestamp(3) with time zone,
	"job_id" text
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"program" text NOT NULL,
	"owner_uid" text NOT NULL,
	"call" text NOT NULL,
	"permission" text NOT NULL,
	"params" jsonb NOT NULL,
	"body" jsonb,
	"reason" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"version" integer,
	"cents" bigint,
	"effect" jsonb NOT NULL,
	"digest" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp(3) with time zone,
	"decided_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "rule_matches" (
	"id" text PRIMARY KEY NOT NULL,
	"rule_id" text NOT NULL,
	"written" integer NOT NULL,
	"state" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"met_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"did" text[] DEFAULT '{}' NOT NULL,
	"case_words" text,
	"case_class" text,
	"case_state" text,
	"case_by" text,
	"case_at" timestamp(3) with time zone,
	"second_person" boolean DEFAULT false NOT NULL,
	"hold_id" text,
	"holds_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rule_queue" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rule_queue_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_replay_events" (
	"replay_id" text NOT NULL,
	"n" bigint NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"met" smallint[] DEFAULT '{}' NOT NULL,
	"outcome" text,
	"cents" bigint,
	"currency" text,
	CONSTRAINT "rule_replay_events_replay_id_n_pk" PRIMARY KEY("replay_id","n")
);
--> statement-breakpoint
CREATE TABLE "rule_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"queries" text[] NOT NULL,
	"from" timestamp(3) with time zone NOT NULL,
	"to" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"made_by" text NOT NULL,
	"made_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"event" text NOT NULL,
	"query" text NOT NULL,
	"actions" jsonb NOT NULL,
	"per_hour" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"stopped" text,
	"owner_uid" text NOT NULL,
	"changed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"since" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"on_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"written" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "rules_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "undo_plan_rows" (
	"plan_id" text NOT NULL,
	"at" integer NOT NULL,
	"audit_id" bigint NOT NULL,
	"standing" text NOT NULL,
	"words" text NOT NULL,
	"instead" text,
	"newer_id" bigint,
	"undone_at" timestamp(3) with time zone,
	CONSTRAINT "undo_plan_rows_plan_id_at_pk" PRIMARY KEY("plan_id","at")
);
--> statement-breakpoint
CREATE TABLE "undo_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"whose" jsonb NOT NULL,
	"from_at" timestamp(3) with time zone,
	"to_at" timestamp(3) with time zone,
	"reason" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"approved_by" text,
	"approved_at" timestamp(3) with time zone,
	"job_id" text
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
	"extra" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp(3) with time zone,
	"deleted_at" timestamp(3) with time zone,
	"search_title" text,
	"search" text,
	"search_sketch" text
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
	"was" jsonb,
	"operation_id" text NOT NULL,
	"announced_at" timestamp(3) with time zone,
	"taken_back_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "photo_prints" (
	"post_key" text NOT NULL,
	"photo" text NOT NULL,
	"print" text,
	"decided" boolean NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now(),
	"attempts" smallint DEFAULT 0 NOT NULL,
	"read_at" timestamp(3) with time zone,
	CONSTRAINT "photo_prints_post_key_photo_pk" PRIMARY KEY("post_key","photo")
);
--> statement-breakpoint
CREATE TABLE "second_looks" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"left_version" integer NOT NULL,
	"listing_version" integer,
	"version" integer NOT NULL,
	"review_message" text,
	"by_uids" text[] NOT NULL,
	"outcomes" text[] NOT NULL,
	"policies" text[] NOT NULL,
	"decided_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'waits' NOT NULL,
	"given_at" timestamp(3) with time zone,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "extension_fields" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"words" text NOT NULL,
	"choices" jsonb NOT NULL,
	"personal" boolean NOT NULL,
	"shown" boolean NOT NULL,
	"filterable" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"removed_at" timestamp(3) with time zone,
	CONSTRAINT "extension_fields_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE TABLE "extensions" (
	"type" text NOT NULL,
	"name" text NOT NULL,
	"declared" jsonb NOT NULL,
	"secret" text,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "extensions_type_name_pk" PRIMARY KEY("type","name")
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
CREATE TABLE "ledger_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"transaction_id" text,
	"uid" text,
	"reference" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL
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
	"asked_cents" bigint,
	"group_id" text
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
	"created_at" timestamp(3) with time zone NOT NULL,
	"ship_to_name" text,
	"ship_to_line1" text,
	"ship_to_line2" text,
	"ship_to_city" text,
	"ship_to_region" text,
	"ship_to_postal_code" text,
	"ship_to_country" text,
	"currency" text
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
	"currency" text DEFAULT 'USD' NOT NULL,
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
	"extra" jsonb,
	"version" integer DEFAULT 1 NOT NULL
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
	"currency" text DEFAULT 'USD' NOT NULL,
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
	"currency" text DEFAULT 'USD' NOT NULL,
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
CREATE TABLE "money_plans" (
	"uid" text PRIMARY KEY NOT NULL,
	"delivered" text NOT NULL,
	"undelivered" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"by_uid" text NOT NULL,
	"begun_at" timestamp(3) with time zone,
	"job_id" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "measures" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"uid" text NOT NULL,
	"grounds" jsonb NOT NULL,
	"reason" text,
	"source" text NOT NULL,
	"by_uid" text NOT NULL,
	"party_uids" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"until" timestamp(3) with time zone,
	"operation_id" text NOT NULL,
	"told_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"ended_how" text,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"words" text NOT NULL,
	"ground" text NOT NULL,
	"reference" text,
	"harm" text,
	"canned" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mails" boolean DEFAULT false NOT NULL,
	"tells_reporters" boolean DEFAULT false NOT NULL,
	"strikes" jsonb,
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
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
	"extra" jsonb,
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
CREATE TABLE "value_list_items" (
	"id" text PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"value" text NOT NULL,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"until" timestamp(3) with time zone,
	"subject_kind" text,
	"subject_id" text
);
--> statement-breakpoint
CREATE TABLE "value_lists" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"kind" text,
	"size" integer NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stored" text,
	"checksum" text,
	"width" integer,
	"height" integer,
	"uploaded_by" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"attached_to" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp(3) with time zone,
	"sweeps" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_records" (
	"held_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "deleted_records_held_id_kind_key_pk" PRIMARY KEY("held_id","kind","key")
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
ALTER TABLE "identity_account" ADD CONSTRAINT "identity_account_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_passkey" ADD CONSTRAINT "identity_passkey_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_provider_sessions" ADD CONSTRAINT "identity_provider_sessions_session_id_identity_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."identity_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_passkey_id_identity_passkey_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."identity_passkey"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_two_factor" ADD CONSTRAINT "identity_two_factor_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_used_codes" ADD CONSTRAINT "identity_used_codes_user_id_identity_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_key_usage" ADD CONSTRAINT "machine_key_usage_key_id_machine_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."machine_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD CONSTRAINT "machine_keys_created_by_staff_uid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD CONSTRAINT "machine_keys_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_key_audit_keys_id_fk" FOREIGN KEY ("key") REFERENCES "public"."audit_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_stamps" ADD CONSTRAINT "audit_stamps_head_audit_heads_n_fk" FOREIGN KEY ("head") REFERENCES "public"."audit_heads"("n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "provider_roles" ADD CONSTRAINT "provider_roles_set_by_staff_uid_fk" FOREIGN KEY ("set_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_staff_uid_fk" FOREIGN KEY ("owner") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_roles" ADD CONSTRAINT "second_factor_roles_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role_roles_name_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_deputy_staff_uid_fk" FOREIGN KEY ("deputy") REFERENCES "public"."staff"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_grants" ADD CONSTRAINT "staff_grants_by_uid_staff_uid_fk" FOREIGN KEY ("by_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_account_staff_uid_fk" FOREIGN KEY ("account") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_assignee_staff_uid_fk" FOREIGN KEY ("assignee") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_drafts" ADD CONSTRAINT "inbox_drafts_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_spans" ADD CONSTRAINT "inbox_spans_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeal_rounds" ADD CONSTRAINT "appeal_rounds_appeal_id_appeals_id_fk" FOREIGN KEY ("appeal_id") REFERENCES "public"."appeals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_about_measures_id_fk" FOREIGN KEY ("about") REFERENCES "public"."measures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_key_id_machine_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."machine_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_case_by_staff_uid_fk" FOREIGN KEY ("case_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_replay_events" ADD CONSTRAINT "rule_replay_events_replay_id_rule_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."rule_replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_on_by_staff_uid_fk" FOREIGN KEY ("on_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_plan_rows" ADD CONSTRAINT "undo_plan_rows_plan_id_undo_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."undo_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_reports" ADD CONSTRAINT "listing_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_owner_uid_users_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD CONSTRAINT "promoted_posts_post_id_posts_key_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_prints" ADD CONSTRAINT "photo_prints_post_key_posts_key_fk" FOREIGN KEY ("post_key") REFERENCES "public"."posts"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_staff_uid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_difference_days" ADD CONSTRAINT "ledger_difference_days_difference_id_ledger_differences_id_fk" FOREIGN KEY ("difference_id") REFERENCES "public"."ledger_differences"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_holds" ADD CONSTRAINT "payout_holds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_creator_uid_users_uid_fk" FOREIGN KEY ("creator_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_uid_users_uid_fk" FOREIGN KEY ("buyer_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_seller_uid_users_uid_fk" FOREIGN KEY ("seller_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_purchaser_uid_users_uid_fk" FOREIGN KEY ("purchaser_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_labels" ADD CONSTRAINT "ship_labels_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ban_reasons" ADD CONSTRAINT "ban_reasons_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed_by_users_uid_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporting_uid_users_uid_fk" FOREIGN KEY ("reporting_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_reports" ADD CONSTRAINT "user_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_list_items" ADD CONSTRAINT "value_list_items_list_value_lists_name_fk" FOREIGN KEY ("list") REFERENCES "public"."value_lists"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_records" ADD CONSTRAINT "deleted_records_held_id_held_actions_id_fk" FOREIGN KEY ("held_id") REFERENCES "public"."held_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_of" ON "events" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "identity_account_of" ON "identity_account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_account_by" ON "identity_account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "identity_failures_of" ON "identity_failures" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "identity_passkey_of" ON "identity_passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_of" ON "identity_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_session_by_passkey" ON "identity_session" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "identity_two_factor_of" ON "identity_two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verification_by" ON "identity_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "machine_key_usage_unaudited" ON "machine_key_usage" USING btree ("hour") WHERE audited_at is null;--> statement-breakpoint
CREATE INDEX "machine_keys_named" ON "machine_keys" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_keys_in_use" ON "audit_keys" USING btree ((retired_at is null)) WHERE retired_at is null;--> statement-breakpoint
CREATE INDEX "audit_of" ON "audit" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_about" ON "audit" USING btree ("subject_kind","id");--> statement-breakpoint
CREATE INDEX "audit_by" ON "audit" USING btree ("actor_uid","id");--> statement-breakpoint
CREATE INDEX "audit_doing" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
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
CREATE INDEX "conversation_members_newest" ON "conversation_members" USING btree ("uid","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread" ON "conversation_members" USING btree ("uid","read" DESC NULLS FIRST,"date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "conversations_about" ON "conversations" USING btree ("product_id","date");--> statement-breakpoint
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
CREATE INDEX "appeal_rounds_of" ON "appeal_rounds" USING btree ("appeal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_open" ON "appeals" USING btree ("about") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "appeals_about" ON "appeals" USING btree ("about","opened_at");--> statement-breakpoint
CREATE INDEX "appeals_of" ON "appeals" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "bulk_jobs_by" ON "bulk_jobs" USING btree ("started_by","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bulk_jobs_old" ON "bulk_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_rows_in" ON "bulk_rows" USING btree ("job_id","state","at");--> statement-breakpoint
CREATE INDEX "bulk_rows_of" ON "bulk_rows" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "desk_cases_first" ON "desk_cases" USING btree ("kind","place","opened_at","id");--> statement-breakpoint
CREATE INDEX "desk_cases_assigned" ON "desk_cases" USING btree ("assignee") WHERE assignee is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_snoozed" ON "desk_cases" USING btree ("kind","snoozed_until","id") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_of_transaction" ON "desk_cases" USING btree ("transaction_id") WHERE transaction_id is not null;--> statement-breakpoint
CREATE INDEX "desk_cases_due" ON "desk_cases" USING btree ("points_until") WHERE points_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("tag") WHERE over_at is null;--> statement-breakpoint
CREATE INDEX "proposals_of" ON "proposals" USING btree ("program","call");--> statement-breakpoint
CREATE INDEX "proposals_waiting" ON "proposals" USING btree ("program") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "proposals_about" ON "proposals" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_matches_once" ON "rule_matches" USING btree ("rule_id","written","state","subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "rule_matches_newest" ON "rule_matches" USING btree ("rule_id","written","at","id");--> statement-breakpoint
CREATE INDEX "rule_matches_of_hour" ON "rule_matches" USING btree ("rule_id","met_at");--> statement-breakpoint
CREATE INDEX "rule_matches_of" ON "rule_matches" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "rule_matches_open" ON "rule_matches" USING btree ("rule_id") WHERE case_state = 'open';--> statement-breakpoint
CREATE INDEX "rule_matches_hold" ON "rule_matches" USING btree ("holds_until") WHERE holds_until is not null;--> statement-breakpoint
CREATE INDEX "rule_replay_events_of" ON "rule_replay_events" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "undo_plan_rows_undone" ON "undo_plan_rows" USING btree ("audit_id") WHERE undone_at is not null;--> statement-breakpoint
CREATE INDEX "collection_items_about" ON "collection_items" USING btree ("post_key");--> statement-breakpoint
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
CREATE INDEX "posts_extra" ON "posts" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "posts_others" ON "posts" USING btree ("creation_date_time" DESC NULLS LAST,"key") WHERE review_state <> 'approved' or deleted_at is not null;--> statement-breakpoint
CREATE INDEX "posts_others_text" ON "posts" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE review_state <> 'approved' or deleted_at is not null;--> statement-breakpoint
CREATE INDEX "posts_band_1" ON "posts" USING btree ((substr(search_sketch, 1, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_2" ON "posts" USING btree ((substr(search_sketch, 8, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_3" ON "posts" USING btree ((substr(search_sketch, 15, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_4" ON "posts" USING btree ((substr(search_sketch, 22, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_5" ON "posts" USING btree ((substr(search_sketch, 29, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_6" ON "posts" USING btree ((substr(search_sketch, 36, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_7" ON "posts" USING btree ((substr(search_sketch, 43, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "posts_band_8" ON "posts" USING btree ((substr(search_sketch, 50, 7)),"creation_date_time" DESC NULLS LAST) WHERE (review_state <> 'pending' or deleted_at is not null);--> statement-breakpoint
CREATE INDEX "promoted_posts_of" ON "promoted_posts" USING btree ("owner_uid");--> statement-breakpoint
CREATE INDEX "promoted_posts_about" ON "promoted_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "promoted_posts_by_state" ON "promoted_posts" USING btree ("approval_status","created_at");--> statement-breakpoint
CREATE INDEX "questions_of" ON "questions" USING btree ("creator_uid");--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "review_decisions_of" ON "review_decisions" USING btree ("kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_decisions_of_owner" ON "review_decisions" USING btree ("owner_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_decisions_by" ON "review_decisions" USING btree ("by_uid","decision","subject_id") WHERE kind = 'listing' and taken_back_at is null;--> statement-breakpoint
CREATE INDEX "photo_prints_due" ON "photo_prints" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_1" ON "photo_prints" USING btree ((substr(print, 1, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_2" ON "photo_prints" USING btree ((substr(print, 5, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_3" ON "photo_prints" USING btree ((substr(print, 9, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "photo_prints_part_4" ON "photo_prints" USING btree ((substr(print, 13, 4)),"read_at" DESC NULLS LAST) WHERE decided and print is not null;--> statement-breakpoint
CREATE INDEX "second_looks_going" ON "second_looks" USING btree ("kind","subject_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "second_looks_of" ON "second_looks" USING btree ((by_uids[1]));--> statement-breakpoint
CREATE INDEX "decided_fields_open" ON "decided_fields" USING btree ("differs_since" DESC NULLS LAST,"entity","key") WHERE differs_since is not null and not settled;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","due_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("endpoint_id","subject_kind","subject_id","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_old" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_of" ON "ledger_entries" USING btree ("transaction_id","reference");--> statement-breakpoint
CREATE INDEX "ledger_entries_numbered" ON "ledger_entries" USING btree (split_part(reference, ':', 1)) WHERE kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund');--> statement-breakpoint
CREATE INDEX "ledger_difference_days_of" ON "ledger_difference_days" USING btree ("difference_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_standing" ON "ledger_differences" USING btree ("kind","about") WHERE state in ('open', 'asked');--> statement-breakpoint
CREATE INDEX "ledger_differences_newest" ON "ledger_differences" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_holds_standing" ON "payout_holds" USING btree ("transaction_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "payout_holds_of" ON "payout_holds" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("transaction_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "approvals_of" ON "approvals" USING btree ("transaction_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_newest" ON "approvals" USING btree ("state","asked_at","id");--> statement-breakpoint
CREATE INDEX "approvals_by" ON "approvals" USING btree ("asked_by","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_together" ON "approvals" USING btree ("group_id") WHERE group_id is not null;--> statement-breakpoint
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
CREATE INDEX "transactions_of_listing" ON "transactions" USING btree ("product_id","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_disputed" ON "transactions" USING btree ("dispute_status","purchase_date","id") WHERE dispute_status is not null;--> statement-breakpoint
CREATE INDEX "transactions_at_risk" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status = 3;--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_shipping" ON "transactions" USING btree ("shipping_status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_payout" ON "transactions" USING btree ("payout_status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_open_of_seller" ON "transactions" USING btree ("seller_uid") WHERE payout_status = 2 or dispute_status = 2;--> statement-breakpoint
CREATE INDEX "transactions_open_of_purchaser" ON "transactions" USING btree ("purchaser_uid") WHERE payout_status = 2 or dispute_status = 2;--> statement-breakpoint
CREATE INDEX "transactions_by_currency" ON "transactions" USING btree ("currency","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_price" ON "transactions" USING btree ("currency","price","id");--> statement-breakpoint
CREATE INDEX "transactions_by_state" ON "transactions" USING btree (coalesce(status, 0),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_unfinished" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status in (2, 3);--> statement-breakpoint
CREATE INDEX "transactions_by_carrier" ON "transactions" USING btree (upper(regexp_replace(carrier, '[^A-Za-z0-9]', '', 'g')),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_extra" ON "transactions" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "transactions_public_id" ON "transactions" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "transactions_tracking" ON "transactions" USING btree (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')));--> statement-breakpoint
CREATE INDEX "transactions_title" ON "transactions" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "ship_labels_of" ON "ship_labels" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ship_labels_tracking" ON "ship_labels" USING btree (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')));--> statement-breakpoint
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
CREATE INDEX "measures_of" ON "measures" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "measures_about" ON "measures" USING btree ("subject_kind","subject_id","at");--> statement-breakpoint
CREATE INDEX "measures_in_force" ON "measures" USING btree ("uid","kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "measures_at" ON "measures" USING btree ("at");--> statement-breakpoint
CREATE INDEX "ban_reasons_of" ON "ban_reasons" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "ban_reasons_newest" ON "ban_reasons" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "devices_of" ON "devices" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "devices_by_id" ON "devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "user_reports_of" ON "user_reports" USING btree ("reporting_uid");--> statement-breakpoint
CREATE INDEX "user_reports_open" ON "user_reports" USING btree ("created_at" DESC NULLS LAST,"id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "user_reports_by" ON "user_reports" USING btree ("reporter_uid");--> statement-breakpoint
CREATE INDEX "user_reports_newest" ON "user_reports" USING btree ("created_at","reporting_uid");--> statement-breakpoint
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
CREATE INDEX "users_by_ip" ON "users" USING btree (portreeve_ip(last_ip));--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("created_at_time" DESC NULLS LAST,"uid") WHERE is_banned;--> statement-breakpoint
CREATE INDEX "users_extra" ON "users" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_payment_customer" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_parts" ON "users" USING gin (search_name gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_grams" ON "users" USING gin (portreeve_grams(search_name)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "verification_codes_of" ON "verification_codes" USING btree ("uid");--> statement-breakpoint
CREATE UNIQUE INDEX "value_list_items_once" ON "value_list_items" USING btree ("list","key");--> statement-breakpoint
CREATE INDEX "value_list_items_newest" ON "value_list_items" USING btree ("list","at","id");--> statement-breakpoint
CREATE INDEX "value_list_items_of" ON "value_list_items" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "stored_files_of" ON "stored_files" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "stored_files_attached" ON "stored_files" USING btree ("attached_to") WHERE attached_to is not null;--> statement-breakpoint
CREATE INDEX "stored_files_loose" ON "stored_files" USING btree ("uploaded_by","created_at") WHERE subject_id is null and state <> 'gone';--> statement-breakpoint
CREATE INDEX "stored_files_due" ON "stored_files" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "deleted_records_of" ON "deleted_records" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "held_actions_of" ON "held_actions" USING btree ("subject_kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_by" ON "held_actions" USING btree ("by_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_at" ON "held_actions" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("staff_uid","what","subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_of" ON "notifications" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("staff_uid","at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("staff_uid") WHERE read_at is null;--> statement-breakpoint
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
-- Their permissions are in staff/roles/program, as each start has them.
INSERT INTO roles (name, built_in) VALUES ('admin', true), ('moderator', true), ('support', true), ('finance', true);--> statement-breakpoint
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
