CREATE TABLE "audit_stamps" (
	"head" integer PRIMARY KEY NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"token" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_stamps" ADD CONSTRAINT "audit_stamps_head_audit_heads_n_fk" FOREIGN KEY ("head") REFERENCES "public"."audit_heads"("n") ON DELETE no action ON UPDATE no action;