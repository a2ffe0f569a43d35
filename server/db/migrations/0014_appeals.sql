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
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "appeal_hours" smallint DEFAULT 168 NOT NULL;--> statement-breakpoint
ALTER TABLE "measures" ADD COLUMN "party_uids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appeal_rounds" ADD CONSTRAINT "appeal_rounds_appeal_id_appeals_id_fk" FOREIGN KEY ("appeal_id") REFERENCES "public"."appeals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_about_measures_id_fk" FOREIGN KEY ("about") REFERENCES "public"."measures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeal_rounds_of" ON "appeal_rounds" USING btree ("appeal_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_open" ON "appeals" USING btree ("about") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "appeals_about" ON "appeals" USING btree ("about","opened_at");--> statement-breakpoint
CREATE INDEX "appeals_of" ON "appeals" USING btree ("uid");--> statement-breakpoint
-- Who moved the end of a measure before took part in it.
UPDATE measures m SET party_uids = array(SELECT DISTINCT a.actor_uid FROM audit a
  WHERE a.action = 'measures.change' AND a.subject_kind = 'user' AND a.subject_id = m.uid AND a.after ->> 'measure' = m.id);
