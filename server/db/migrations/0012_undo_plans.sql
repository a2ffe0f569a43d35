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
ALTER TABLE "undo_plan_rows" ADD CONSTRAINT "undo_plan_rows_plan_id_undo_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."undo_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undo_plan_rows_undone" ON "undo_plan_rows" USING btree ("audit_id") WHERE undone_at is not null;