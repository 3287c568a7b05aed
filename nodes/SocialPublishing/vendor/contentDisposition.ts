export { parse as parseContentDisposition } from 'content-disposition';
