ALTER TABLE "audit" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "erased" text;