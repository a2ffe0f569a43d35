CREATE TABLE "held_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"title" text,
	"items" jsonb NOT NULL,
	"reason" text,
	"by_uid" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"operation_id" text NOT NULL,
	"applied_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	CONSTRAINT "held_actions_operation_id_unique" UNIQUE("operation_id")
);
--> statement-breakpoint
CREATE INDEX "held_actions_of" ON "held_actions" USING btree ("subject_kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_by" ON "held_actions" USING btree ("by_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "held_actions_at" ON "held_actions" USING btree ("at");