CREATE TABLE "proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"program" text NOT NULL,
	"owner_uid" text NOT NULL,
	"call" text NOT NULL,
	"permission" text NOT NULL,
	"params" jsonb NOT NULL,
	"body" jsonb,
	"reason" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"version" integer,
	"cents" bigint,
	"effect" jsonb NOT NULL,
	"digest" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp(3) with time zone,
	"decided_by" text,
	"note" text
);
--> statement-breakpoint
DROP INDEX "transactions_by_price";--> statement-breakpoint
ALTER TABLE "machine_key_usage" ADD COLUMN "cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD COLUMN "owner_uid" text;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD COLUMN "per_hour" integer;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD COLUMN "cents_per_day" bigint;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "classes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_weights" ADD COLUMN "proposal_hours" smallint DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_key_id_machine_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."machine_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_of" ON "proposals" USING btree ("program","call");--> statement-breakpoint
CREATE INDEX "proposals_waiting" ON "proposals" USING btree ("program") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "proposals_about" ON "proposals" USING btree ("subject_kind","subject_id");--> statement-breakpoint
ALTER TABLE "machine_keys" ADD CONSTRAINT "machine_keys_owner_uid_staff_uid_fk" FOREIGN KEY ("owner_uid") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transactions_by_price" ON "transactions" USING btree ("currency","price","id");--> statement-breakpoint
UPDATE "roles" SET "waiting" = "waiting" || '{"kinds": [], "classes": []}' WHERE "waiting" IS NOT NULL;
