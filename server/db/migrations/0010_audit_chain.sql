CREATE TABLE "audit_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "previous" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash" text;--> statement-breakpoint
CREATE INDEX "audit_about" ON "audit" USING btree ("subject_kind","id");--> statement-breakpoint
CREATE INDEX "audit_doing" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");