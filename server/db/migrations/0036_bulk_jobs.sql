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
CREATE INDEX "bulk_jobs_by" ON "bulk_jobs" USING btree ("started_by","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bulk_jobs_old" ON "bulk_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bulk_rows_in" ON "bulk_rows" USING btree ("job_id","state","at");--> statement-breakpoint
CREATE INDEX "bulk_rows_of" ON "bulk_rows" USING btree ("subject_kind","subject_id");--> statement-breakpoint
CREATE INDEX "operations_of_job" ON "operations" USING btree ((details ->> 'bulk')) WHERE state = 'pending' and details ? 'bulk';--> statement-breakpoint
-- Jobs that block accounts were operations. The accounts that still wait are not blocked: their staff can start again.
UPDATE "operations" SET "state" = 'failed', "failure" = 'Not blocked: the server was updated.', "settled_at" = now()
WHERE "kind" IN ('users.block', 'users.unblock') AND "state" = 'pending';
