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
ALTER TABLE "policies" ADD COLUMN "strikes" jsonb;