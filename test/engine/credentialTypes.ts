import path from 'node:path';
import { NodeHelpers, type ICredentialType, type INodeProperties } from 'n8n-workflow';
import { n8n as declared } from '../../package.json';
import { oAuth2Api } from './oAuth2Api';

/** The credential classes of this package, found as n8n finds them: through the list in package.json. */
async function packageCredentialTypes(): Promise<ICredentialType[]> {
	return await Promise.all(
		declared.credentials.map(async (builtFile) => {
			const source = builtFile.replace(/^dist\//, '').replace(/\.js$/, '');
			const className = path.basename(source, '.credentials');
			const classes: Record<string, new () => ICredentialType> = await import(
				path.join('../..', source)
			);
			const CredentialClass = classes[className];
			if (CredentialClass === undefined) throw new Error(`${source} does not export ${className}`);
			return new CredentialClass();
		}),
	);
}

/** The credential types that are installed, with what they inherit from one another. */
export class CredentialTypes {
	private readonly byName: Map<string, ICredentialType>;

	private constructor(types: ICredentialType[]) {
		this.byName = new Map([oAuth2Api, ...types].map((type) => [type.name, type]));
	}

	/** Fixture types where a test brings its own, else those of this package. */
	static async load(types?: ICredentialType[]): Promise<CredentialTypes> {
		return new CredentialTypes(types ?? (await packageCredentialTypes()));
	}

	getByName(name: string): ICredentialType {
		const type = this.byName.get(name);
		if (type === undefined) throw new Error(`Unknown credential type "${name}"`);
		return type;
	}

	/** Names of all types this one extends, directly or through another. */
	getParentTypes(name: string): string[] {
		const parents = this.getByName(name).extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	/** Own fields over inherited ones of the same name. */
	getProperties(name: string): INodeProperties[] {
		const type = this.getByName(name);
		if (type.extends === undefined) return type.properties;
		const merged: INodeProperties[] = [];
		for (const parent of type.extends) {
			NodeHelpers.mergeNodeProperties(merged, this.getProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(merged, type.properties);
		return merged;
	}
}
