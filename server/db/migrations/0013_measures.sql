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
	"at" timestamp(3) with time zone NOT NULL,
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
	"retired" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "measures_of" ON "measures" USING btree ("uid","at");--> statement-breakpoint
CREATE INDEX "measures_about" ON "measures" USING btree ("subject_kind","subject_id","at");--> statement-breakpoint
CREATE INDEX "measures_in_force" ON "measures" USING btree ("uid","kind") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "measures_at" ON "measures" USING btree ("at");