CREATE TABLE "audit_heads" (
	"n" integer PRIMARY KEY NOT NULL,
	"first" bigint NOT NULL,
	"last" bigint NOT NULL,
	"root" text NOT NULL,
	"heads" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"key" text NOT NULL,
	"signature" text NOT NULL,
	"digest" text NOT NULL,
	"leaves" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text,
	"made_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_key_audit_keys_id_fk" FOREIGN KEY ("key") REFERENCES "public"."audit_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_keys_in_use" ON "audit_keys" USING btree ((retired_at is null)) WHERE retired_at is null;