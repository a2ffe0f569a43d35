import type { EmailTemplateMetadata, TemplateParts } from '@portreeve/contract/conversations/email-templates'

/** The port to the store of email templates. Our database holds their versions in any case. */
export interface Templates {
  list: () => Promise<EmailTemplateMetadata[]>
  /** The texts of a template; undefined when there is none of that name. */
  read: (name: string) => Promise<TemplateParts | undefined>
  /** @throws TemplateRefused when the store definitely refuses; after any other error the outcome is unknown. */
  create: (name: string, parts: TemplateParts) => Promise<void>
  /** Replaces the texts of a template. */
  replace: (name: string, parts: TemplateParts) => Promise<void>
  /** Deletes a template. A missing template counts as deleted. */
  remove: (name: string) => Promise<void>
}

/** The store definitely refused. */
export class TemplateRefused extends Error {}
