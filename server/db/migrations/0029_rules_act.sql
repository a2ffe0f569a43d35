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
ALTER TABLE "desk_weights" ADD COLUMN "rule_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "rule_replay_events" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_rule_id_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_case_by_staff_uid_fk" FOREIGN KEY ("case_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_on_by_staff_uid_fk" FOREIGN KEY ("on_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rule_matches_once" ON "rule_matches" USING btree ("rule_id","written","state","subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "rule_matches_newest" ON "rule_matches" USING btree ("rule_id","written","at","id");--> statement-breakpoint
CREATE INDEX "rule_matches_of_hour" ON "rule_matches" USING btree ("rule_id","met_at");--> statement-breakpoint
CREATE INDEX "rule_matches_of" ON "rule_matches" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "rule_matches_open" ON "rule_matches" USING btree ("rule_id") WHERE case_state = 'open';--> statement-breakpoint
CREATE INDEX "rule_matches_hold" ON "rule_matches" USING btree ("holds_until") WHERE holds_until is not null;