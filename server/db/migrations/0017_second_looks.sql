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
ALTER TABLE "desk_weights" ADD COLUMN "second_look_percent" smallint DEFAULT 2 NOT NULL;--> statement-breakpoint
CREATE INDEX "second_looks_going" ON "second_looks" USING btree ("kind","subject_id") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "second_looks_of" ON "second_looks" USING btree ((by_uids[1]));