/** As it completes "Could not …". */
export const CREATION_PURPOSE = 'create the post';
