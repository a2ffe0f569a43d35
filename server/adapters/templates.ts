import type { EmailTemplateMetadata, TemplateParts } from '@portreeve/contract/email-templates'

/** Who keeps the templates that mails are sent from, in our words. Their versions are kept by us in any case. */
export interface Templates {
  list: () => Promise<EmailTemplateMetadata[]>
  /** The texts of a template, or undefined when there is none of that name. */
  read: (name: string) => Promise<TemplateParts | undefined>
  /** @throws TemplateRefused when it clearly will not be; any other error leaves open whether it happened. */
  create: (name: string, parts: TemplateParts) => Promise<void>
  /** Puts other texts in the place of a template's. */
  replace: (name: string, parts: TemplateParts) => Promise<void>
  /** Deletes a template. One that is gone already counts as done. */
  remove: (name: string) => Promise<void>
}

/** The keeper clearly said no. */
export class TemplateRefused extends Error {}
