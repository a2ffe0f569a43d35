/** The audited actions on lists of values, extension fields and extensions, in words. */
export const listActions = {
  'valueLists.create': 'Made the list',
  'valueLists.remove': 'Deleted the list',
  'valueLists.add': 'Added to the list',
  'valueLists.take': 'Removed from the list',
  'extensions.create': 'Declared an extension',
  'extensions.update': 'Changed an extension',
  'extensions.remove': 'Removed an extension',
  'extensions.rotate': 'Made a new secret for an action',
  'extensions.act': 'Sent an action to an app',
  'extensions.answered': 'Was answered by an app',
  'settings.import': 'Put settings of a file in',
  'extensionFields.create': 'Declared the field',
  'extensionFields.change': 'Changed the field',
  'extensionFields.remove': 'Removed the field',
  'extensionFields.reveal': 'Revealed more fields',
} as const
