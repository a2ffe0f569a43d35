CREATE TABLE "rule_replay_events" (
	"replay_id" text NOT NULL,
	"n" bigint NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"met" smallint[] DEFAULT '{}' NOT NULL,
	"outcome" text,
	"cents" bigint,
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
ALTER TABLE "rule_replay_events" ADD CONSTRAINT "rule_replay_events_replay_id_rule_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."rule_replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rule_replay_events_of" ON "rule_replay_events" USING btree ("subject_kind","subject_id");