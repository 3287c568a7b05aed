/** Each completes "Could not …". */
export const LOOKUP_PURPOSE = 'look for the post of the item';
export const UPDATE_PURPOSE = 'update the post';
export const DELETE_PURPOSE = 'delete the post';
