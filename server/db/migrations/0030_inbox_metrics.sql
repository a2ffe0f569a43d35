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
CREATE TABLE "inbox_views" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"view" text NOT NULL,
	"tag" text,
	"account" text,
	"assignee" text
);
--> statement-breakpoint
ALTER TABLE "conversation_states" ADD COLUMN "settled_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "inbox_spans" ADD CONSTRAINT "inbox_spans_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_views" ADD CONSTRAINT "inbox_views_owner_staff_uid_fk" FOREIGN KEY ("owner") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_spans_until" ON "inbox_spans" USING btree ("until","kind","by","working_seconds");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_views_own" ON "inbox_views" USING btree ("owner",lower("name"));--> statement-breakpoint
CREATE INDEX "inbox_views_shared" ON "inbox_views" USING btree ("name") WHERE shared;--> statement-breakpoint
CREATE INDEX "conversation_states_waiting" ON "conversation_states" USING btree ("assignee","waiting_since") WHERE state = 'open';--> statement-breakpoint
INSERT INTO "inbox_settings" DEFAULT VALUES;--> statement-breakpoint
-- The working time between two instants, in seconds: contract/conversations/working-time.ts has the same rule for the console.
CREATE FUNCTION portreeve_working_seconds(since timestamp with time zone, until timestamp with time zone) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN cardinality(s."weekdays") = 7 AND s."opens_at" = '00:00' AND s."closes_at" = '24:00'
    THEN greatest(0, extract(epoch FROM until - since))::integer
    ELSE (
      SELECT coalesce(sum(extract(epoch FROM least(until, h.closes) - greatest(since, h.opens))), 0)::integer
      FROM generate_series(date_trunc('day', since AT TIME ZONE s."time_zone"), until AT TIME ZONE s."time_zone", interval '1 day') day
      CROSS JOIN LATERAL (SELECT (day + s."opens_at"::interval) AT TIME ZONE s."time_zone" AS opens,
        (day + s."closes_at"::interval) AT TIME ZONE s."time_zone" AS closes) h
      WHERE extract(isodow FROM day) = ANY(s."weekdays") AND least(until, h.closes) > greatest(since, h.opens))
    END
  FROM "inbox_settings" s
$$;--> statement-breakpoint
-- Derives the answers of conversations from their messages. An answer ends a turn: the messages of people since the last one of staff.
CREATE FUNCTION portreeve_renew_answers(ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "inbox_spans" WHERE "conversation_id" = ANY(ids) AND "kind" = 'first_answer';
  INSERT INTO "inbox_spans" ("conversation_id", "kind", "account", "by", "since", "until", "working_seconds")
  SELECT t."conversation_id", 'first_answer', st."account", t."by", t."since", t."until", portreeve_working_seconds(t."since", t."until")
  FROM (
    SELECT "conversation_id", min("date") FILTER (WHERE NOT ours) AS "since", min("date") FILTER (WHERE ours) AS "until",
      min("by") FILTER (WHERE ours) AS "by"
    FROM (
      SELECT m."conversation_id", m."date", coalesce(m."written_by", m."sender_id") AS "by", s."uid" IS NOT NULL AS ours,
        count(s."uid") OVER (PARTITION BY m."conversation_id" ORDER BY m."date", m."id") - (s."uid" IS NOT NULL)::integer AS turn
      FROM "messages" m LEFT JOIN "staff" s ON s."uid" = m."sender_id"
      WHERE m."conversation_id" = ANY(ids)) said
    GROUP BY "conversation_id", turn) t
  JOIN "conversation_states" st ON st."conversation_id" = t."conversation_id"
  WHERE t."since" IS NOT NULL AND t."until" IS NOT NULL
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
-- As before; what a conversation had when it came in as closed counts as resolved, and a new account may have answered before.
CREATE OR REPLACE FUNCTION portreeve_enter_inbox(ids text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "conversation_states" ("conversation_id", "account", "assignee", "state", "reopen_after", "settled_until", "waiting_since", "date")
  SELECT DISTINCT ON (c."id") c."id", s."uid", CASE WHEN NOT s."disabled" THEN s."uid" END,
    CASE WHEN c."date" < now() - interval '30 days' THEN 'closed' ELSE 'open' END,
    c."date", CASE WHEN c."date" < now() - interval '30 days' THEN c."date" END, portreeve_waiting_since(c."id"), c."date"
  FROM "conversations" c JOIN "conversation_members" m ON m."conversation_id" = c."id" JOIN "staff" s ON s."uid" = m."uid"
  WHERE c."id" = ANY(ids)
  ORDER BY c."id", s."shared" DESC, m."position"
  ON CONFLICT DO NOTHING;
  SELECT portreeve_renew_answers(ids)
$$;--> statement-breakpoint
UPDATE "conversation_states" SET "settled_until" = "date" WHERE "state" = 'closed';--> statement-breakpoint
SELECT portreeve_renew_answers(array_agg("conversation_id")) FROM "conversation_states" HAVING count(*) > 0;
