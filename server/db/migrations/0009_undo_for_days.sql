CREATE TABLE "deleted_records" (
	"held_id" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "deleted_records_held_id_kind_key_pk" PRIMARY KEY("held_id","kind","key")
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undone_by" text;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "undo_reason" text;--> statement-breakpoint
ALTER TABLE "deleted_records" ADD CONSTRAINT "deleted_records_held_id_held_actions_id_fk" FOREIGN KEY ("held_id") REFERENCES "public"."held_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_records_of" ON "deleted_records" USING btree ("kind","key");