/** The attributes of a link to a new tab. No preload: the new tab does not share this tab's cache. */
export const newTab = { target: '_blank', rel: 'noopener noreferrer', preload: false } as const
