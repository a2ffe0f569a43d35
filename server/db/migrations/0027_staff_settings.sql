CREATE TABLE "second_factor_roles" (
	"role" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("provider","payment_id") WHERE closed_at is null;