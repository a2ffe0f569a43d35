CREATE TABLE "conversation_states" (
	"conversation_id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"assignee" text,
	"state" text DEFAULT 'open' NOT NULL,
	"snoozed_until" timestamp(3) with time zone,
	"wake_operation" text,
	"reopen_after" timestamp(3) with time zone,
	"priority" text DEFAULT 'normal' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"waiting_since" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"date" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mentions" (
	"staff_uid" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp(3) with time zone,
	CONSTRAINT "mentions_staff_uid_subject_kind_subject_id_pk" PRIMARY KEY("staff_uid","subject_kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "written_by" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_account_staff_uid_fk" FOREIGN KEY ("account") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_states" ADD CONSTRAINT "conversation_states_assignee_staff_uid_fk" FOREIGN KEY ("assignee") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_staff_uid_staff_uid_fk" FOREIGN KEY ("staff_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_states_newest" ON "conversation_states" USING btree ("date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_of" ON "conversation_states" USING btree ("state","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_open" ON "conversation_states" USING btree ("assignee","date","conversation_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "conversation_states_unassigned" ON "conversation_states" USING btree ("date","conversation_id") WHERE state = 'open' and assignee is null;--> statement-breakpoint
CREATE INDEX "conversation_states_account" ON "conversation_states" USING btree ("account","date","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_states_tagged" ON "conversation_states" USING btree ("date") WHERE tags <> '{}';--> statement-breakpoint
CREATE INDEX "conversation_states_tags" ON "conversation_states" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "mentions_of" ON "mentions" USING btree ("subject_kind","subject_id");--> statement-breakpoint
-- No one signs in with a shared account. Its e-mail address is none, so that it is never taken.
INSERT INTO "staff" ("uid", "email", "display_name", "role", "disabled", "shared") VALUES ('support', 'support', 'Support', 'support', true, true)
  ON CONFLICT DO NOTHING;--> statement-breakpoint
-- The time of the oldest message that no staff account has answered.
CREATE FUNCTION portreeve_waiting_since(conversation text) RETURNS timestamp(3) with time zone LANGUAGE sql STABLE AS $$
  SELECT min(m."date") FROM "messages" m
  WHERE m."conversation_id" = conversation AND NOT EXISTS (SELECT FROM "staff" s WHERE s."uid" = m."sender_id")
    AND m."date" > coalesce((SELECT max(a."date") FROM "messages" a JOIN "staff" s ON s."uid" = a."sender_id"
      WHERE a."conversation_id" = conversation), '-infinity')
$$;--> statement-breakpoint
-- Puts conversations of staff accounts into the team inbox. One that rested for 30 days before it came here starts as closed.
CREATE FUNCTION portreeve_enter_inbox(ids text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "conversation_states" ("conversation_id", "account", "assignee", "state", "reopen_after", "waiting_since", "date")
  SELECT DISTINCT ON (c."id") c."id", s."uid", CASE WHEN NOT s."disabled" THEN s."uid" END,
    CASE WHEN c."date" < now() - interval '30 days' THEN 'closed' ELSE 'open' END,
    c."date", portreeve_waiting_since(c."id"), c."date"
  FROM "conversations" c JOIN "conversation_members" m ON m."conversation_id" = c."id" JOIN "staff" s ON s."uid" = m."uid"
  WHERE c."id" = ANY(ids)
  ORDER BY c."id", s."shared" DESC, m."position"
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION portreeve_members_enter_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portreeve_enter_inbox(ids) FROM (
    SELECT array_agg(a."conversation_id") AS ids FROM added a JOIN "staff" s ON s."uid" = a."uid") new WHERE ids IS NOT NULL;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER conversation_members_inbox AFTER INSERT ON "conversation_members"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION portreeve_members_enter_inbox();--> statement-breakpoint
CREATE FUNCTION portreeve_staff_enters_inbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portreeve_enter_inbox(ids) FROM (
    SELECT array_agg("conversation_id") AS ids FROM "conversation_members" WHERE "uid" = NEW."uid") own WHERE ids IS NOT NULL;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER staff_inbox AFTER INSERT ON "staff"
  FOR EACH ROW EXECUTE FUNCTION portreeve_staff_enters_inbox();--> statement-breakpoint
CREATE OR REPLACE FUNCTION portreeve_conversation_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "conversation_members" SET "date" = NEW."date" WHERE "conversation_id" = NEW."id";
  UPDATE "conversation_states" SET "date" = NEW."date" WHERE "conversation_id" = NEW."id";
  RETURN NULL;
END
$$;--> statement-breakpoint
SELECT portreeve_enter_inbox(array_agg(m."conversation_id")) FROM "conversation_members" m JOIN "staff" s ON s."uid" = m."uid"
  HAVING count(*) > 0;
