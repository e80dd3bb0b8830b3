// `npm run specification`: makes the tables of the documents anew from the code.
import { rewriteDocuments } from "./documents.ts";

rewriteDocuments();
